// Documents name files that exist: a rename must not leave a reader with a path that leads nowhere.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const documents = [
  "README.md",
  ...readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md") && name !== "specification.md")
    .map((name) => `docs/${name}`),
];

/** Paths in backticks that begin with a folder of the repository and stand for one file or folder. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/`((?:docs|generated|resources|scripts|src|tests)\/[\w./-]*)`/g)].flatMap(([, path]) =>
    path === undefined ? [] : [path],
  );
}

const cases = documents.flatMap((document) =>
  [...new Set(pathsIn(readFileSync(join(root, document), "utf8")))].map((path): [string, string] => [document, path]),
);

test("paths are found at all", () => {
  expect(cases.length).toBeGreaterThan(20);
});

test.each(cases)("%s: %s exists", (_document, path) => {
  expect(existsSync(join(root, path))).toBe(true);
});
