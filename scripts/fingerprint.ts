// Fingerprints of source files: what was made of them is up to date as long as theirs is the same.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";

/** The name of a file that decides about nothing but whether tests pass. */
const isTest = (name: string): boolean => /\.test(?:-d)?\.tsx?$/.test(name);

async function filesBelow(place: string): Promise<readonly string[]> {
  if (!existsSync(place)) return [];
  if (!(await stat(place)).isDirectory()) return [place];
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && !isTest(entry.name)).map((entry) => path.join(entry.parentPath, entry.name));
}

/** Files and folders below a root, and which files of these folders count; default: all but tests. */
export interface Sources {
  readonly places: readonly string[];
  readonly only?: RegExp;
}

async function fingerprint(root: string, { places, only }: Sources, factOf: (file: string) => Promise<string>): Promise<string> {
  const files = (await Promise.all(places.map((place) => filesBelow(path.join(root, place))))).flat().sort();
  const counted = only === undefined ? files : files.filter((file) => only.test(file));
  const facts = await Promise.all(
    counted.map(async (file) => `${path.relative(root, file).split(path.sep).join("/")} ${await factOf(file)}`),
  );
  return createHash("sha256").update(facts.join("\n")).digest("hex");
}

/** Quick: sizes and times. */
export const timesOf = (root: string, sources: Sources): Promise<string> =>
  fingerprint(root, sources, async (file) => {
    const { size, mtimeMs } = await stat(file);
    return `${size} ${mtimeMs}`;
  });

/** What is in the files: the same in a copy, whose times are others, and where Git writes line breaks as Windows does. */
export const contentOf = (root: string, sources: Sources): Promise<string> =>
  fingerprint(root, sources, async (file) =>
    createHash("sha256")
      .update((await readFile(file, "utf8")).replaceAll("\r\n", "\n"))
      .digest("hex"),
  );
