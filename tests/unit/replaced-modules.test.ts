// Files that draw share a worker: a module that one of them replaces must be given back, or the next file is tested against the replacement.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { replacedModules } from "../support/replaced-modules.ts";

/** Not written in one piece: vitest.config.ts would take this file for one that draws. */
const onPage = ["// @vitest", "environment"].join("-");
const root = path.resolve(import.meta.dirname, "../..");

test("every module that a file replaces on a page is given back after it", () => {
  const files = ["src", "tests"].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => path.join(root, folder, name)),
  );
  const replaced = files
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(file, "utf8"))
    .filter((text) => text.startsWith(onPage))
    .flatMap((text) => [...text.matchAll(/\bvi\.(?:mock|doMock)\(\s*"([^"]+)"/g)].map(([, name = ""]) => name));
  expect(new Set(replaced)).toEqual(new Set(replacedModules));
});
