// docs/language-features.md names every word of the language: an analyst finds there what the editor completes.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { wordsOfTheLanguage } from "#schema/checks/shapes";

const text = readFileSync(path.resolve(import.meta.dirname, "../../docs/language-features.md"), "utf8");
/** What stands between backticks or in the example. */
const code = [...text.matchAll(/```ts([\s\S]*?)```|`([^`]+)`/g)].map(([, block, inline]) => block ?? inline ?? "").join("\n");

/** What a builder takes by its place, so that nobody writes its name. */
const byPlace: ReadonlySet<string> = new Set(["dictionary", "states"]);
/** Kinds are named by their builder. */
const builders: Readonly<Record<string, string>> = { "tree-ref": "treeRef" };

test("every word of the language is in the table of its features", () => {
  const words = wordsOfTheLanguage();
  expect(words.length).toBeGreaterThan(80);
  expect(words.filter((word) => !byPlace.has(word) && !new RegExp(`\\b${builders[word] ?? word}\\b`).test(code))).toEqual([]);
});
