// The examples of the documents: blocks of TypeScript that import the definition language. Each is compiled and checked, and the reference
// takes its examples from them.
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { runInThisContext } from "node:vm";
import * as language from "../../src/schema/index.ts";

export interface Example {
  /** docs/cookbook.md */
  readonly document: string;
  /** The heading that it stands below. */
  readonly heading: string;
  /** The builder of its default export. */
  readonly builder: string;
  readonly code: string;
}

const fence = /^```(\w*)$/;
const builderIn = /^export default (\w+)\(/m;

/** The anchor of a heading, as GitHub makes it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");

/** The examples of a document, in their order. */
export function examplesIn(document: string, text: string): readonly Example[] {
  const examples: Example[] = [];
  let heading = "";
  let block: { readonly language: string; readonly lines: string[] } | undefined;
  for (const line of text.split("\n")) {
    const [, language] = fence.exec(line) ?? [];
    if (block === undefined) {
      if (language !== undefined) block = { language, lines: [] };
      else if (/^#{1,4} /.test(line)) heading = line.replace(/^#+ /, "");
      continue;
    }
    if (language === undefined) {
      block.lines.push(line);
      continue;
    }
    const code = `${block.lines.join("\n")}\n`;
    const [, builder] = builderIn.exec(code) ?? [];
    if (block.language === "ts" && builder !== undefined && code.includes('from "#schema"'))
      examples.push({ document, heading, builder, code });
    block = undefined;
  }
  return examples;
}

/** Documents with examples, the simplest first: the reference prefers those. */
const first: readonly string[] = ["docs/tutorial.md", "docs/cookbook.md", "docs/examples.md"];

/** The examples of the documents in docs/. */
export async function allExamples(root: string): Promise<readonly Example[]> {
  const others = (await readdir(path.join(root, "docs")))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`)
    .filter((document) => !first.includes(document));
  const documents = [...first, ...others.sort()];
  const texts = await Promise.all(documents.map((document) => readFile(path.join(root, document), "utf8")));
  return documents.flatMap((document, index) => examplesIn(document, texts[index] ?? ""));
}

/** The examples of the documents and of README.md. */
export async function shownExamples(root: string): Promise<readonly Example[]> {
  return [...(await allExamples(root)), ...examplesIn("README.md", await readFile(path.join(root, "README.md"), "utf8"))];
}

/** What an example exports: it is JavaScript that imports nothing but the language. */
export function exportedBy({ code }: Example): unknown {
  const [, names = ""] = /^import \{([^}]*)\} from "#schema";$/m.exec(code) ?? [];
  const body = code.replaceAll(/^import .*$/gm, "").replace("export default ", "return ");
  const make: unknown = runInThisContext(`(({ ${names} }) => { ${body} })`);
  if (typeof make !== "function") throw new Error("the example is no module");
  return make(language);
}
