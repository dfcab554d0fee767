// The documents of a package: what who operates the product or calls its API reads. What only who develops it reads stays in the checkout,
// and so do links to it.
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

const ofDevelopers = /^(?:architecture|commands|cookbook|effects|examples|field-kinds|packages|specification|tutorial)\.md$/;
/** The document that somebody finds first, beside the folder of the others. */
const first = { file: "README.md", from: "docs/operation.md" } as const;

/** A document with its links as they lead from its place in the package; a link to what is not there is its words only. */
function linkedFrom(file: string, from: string, text: string, files: ReadonlySet<string>): string {
  return text.replaceAll(
    /\[([^\]]*)\]\((?!\w+:|#)([^)#\s]+)(#[^)\s]*)?\)/g,
    (_link, words: string, address: string, anchor: string | undefined) => {
      const target = path.posix.join(path.posix.dirname(from), address);
      return files.has(target) ? `[${words}](${path.posix.relative(path.posix.dirname(file), target)}${anchor ?? ""})` : words;
    },
  );
}

/** By their path in the package. */
export async function packagedDocuments(root: string): Promise<ReadonlyMap<string, string>> {
  const names = (await readdir(path.join(root, "docs"))).filter((name) => name.endsWith(".md") && !ofDevelopers.test(name)).sort();
  const files = new Set(names.map((name) => `docs/${name}`));
  const places = [...[...files].map((file) => ({ file, from: file })), first];
  return new Map(
    await Promise.all(
      places.map(async ({ file, from }) => [file, linkedFrom(file, from, await readFile(path.join(root, from), "utf8"), files)] as const),
    ),
  );
}
