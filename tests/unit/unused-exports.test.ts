// Sees that an export without an importer is found, however others are imported.
import { expect, test } from "vitest";
import { describeUnusedExport, findUnusedExports } from "../../scripts/unused-exports.ts";

const foundIn = (files: Readonly<Record<string, string>>) =>
  findUnusedExports(new Map(Object.entries(files)), { "#schema/*": "./src/schema/*.ts" }).map(
    ({ file, line, name }) => `${file}:${line} ${name}`,
  );

const exporting = { "src/schema/a.ts": "const hidden = 1;\nexport const shown = hidden;" };

test("an export that nobody imports is found with its line", () => {
  expect(foundIn(exporting)).toEqual(["src/schema/a.ts:2 shown"]);
  expect(describeUnusedExport({ file: "src/a.ts", line: 2, name: "shown" })).toMatch(
    /^src\/a\.ts:2 exports shown, which no other file imports\n/,
  );
});

test.each([
  ["by its name", 'import { shown } from "../schema/a.ts";'],
  ["under another name", 'import { shown as other } from "#schema/a";'],
  ["as a type", 'import type { shown } from "#schema/a";'],
  ["with all others", 'import * as all from "#schema/a";'],
  ["to be exported again", 'export { shown } from "#schema/a";\nexport default 1;'],
  ["later", 'const later = () => import("../schema/a.ts");'],
  ["by a pattern", 'const files = import.meta.glob("../schema/*.ts");'],
  ["within a type", 'type Shown = import("../schema/a.ts").shown;'],
])("one that is imported %s is not", (_how, text) => {
  const found = foundIn({ ...exporting, "src/server/b.ts": text });
  expect(found.filter((one) => one.startsWith("src/schema/a.ts"))).toEqual([]);
});

test("a test that reads the texts of files takes none of their exports", () => {
  const texts = 'const texts = import.meta.glob("../../src/schema/*.ts", { eager: true, query: "?raw", import: "default" });';
  expect(foundIn({ ...exporting, "tests/unit/texts.test.ts": texts })).toEqual(["src/schema/a.ts:2 shown"]);
});

test("a default is an export like others, unless its file is loaded by its path", () => {
  const text = "const one = 1;\nexport default one;";
  expect(foundIn({ "src/schema/a.ts": text, "tests/some.vitest.config.ts": text })).toEqual(["src/schema/a.ts:2 default"]);
  expect(foundIn({ "src/schema/a.ts": text, "src/server/b.ts": 'import one from "../schema/a.ts";' })).toEqual([]);
  expect(foundIn({ "src/schema/a.ts": text, "src/server/b.ts": 'import { default as one } from "../schema/a.ts";' })).toEqual([]);
});

test("an import of another name does not count", () => {
  expect(foundIn({ ...exporting, "src/server/b.ts": 'import { other } from "#schema/a";' })).toEqual(["src/schema/a.ts:2 shown"]);
});
