// Proves that the check of the vocabulary can fail: each kind of name gets a planted word.
import { expect, test } from "vitest";
import { describePrivateWord, findPrivateWords } from "../../scripts/vocabulary.ts";
import { replacedFiles, replacedWords } from "../../scripts/vocabulary-words.ts";

const found = (file: string, text = "export {};") => findPrivateWords(new Map([[file, text]])).map(({ line, name }) => [line, name]);

test.each(replacedWords)("an exported name with $word is refused, and so is a file that is called so", ({ word }) => {
  expect(found("src/server/a.ts", `const one = 1;\nexport const ${word}Rows = one;`)).toEqual([[2, `${word}Rows`]]);
  expect(found(`src/server/${word}-rows.ts`)).toEqual([[0, `${word}-rows`]]);
});

test.each(Object.keys(replacedFiles))("a file %s.ts is refused; the word is none in a longer name", (name) => {
  expect(found(`src/server/${name}.ts`)).toEqual([[0, name]]);
  expect(found(`tests/server/${name}.test.ts`)).toEqual([[0, name]]);
  expect(found(`src/admin/row-${name}.ts`)).toEqual([]);
});

test.each([
  ["a function", "export function keptFor() {}", "keptFor"],
  ["a type", "export interface KnownCode { id: string }", "KnownCode"],
  ["the word behind others", "export const isTold = true;", "isTold"],
  ["a name given on the way out", "const cached = 1; export { cached as kept };", "kept"],
  ["a name handed on", 'export { askedOf } from "./b.ts";', "askedOf"],
])("%s is found", (_what, text, name) => {
  expect(found("src/admin/a.ts", text)).toEqual([[1, name]]);
});

test.each([
  ["a word within a word", "export const unknownCode = 1; export const masked = 2; export const outermost = 3;"],
  ["a limit that is a term", "export const isAtLeast = 1; export const atMost = 2;"],
  ["a name inside of a file", "const known = 1; export const rows = known;"],
  ["the name of a table", 'export const usualLog = "log-usual";'],
])("%s is left alone", (_what, text) => {
  expect(found("src/admin/a.ts", text)).toEqual([]);
});

test("the message names the place and the term", () => {
  const [name] = findPrivateWords(new Map([["src/a.ts", "export const mostRows = 1;"]]));
  expect(name && describePrivateWord(name)).toMatch(/^src\/a\.ts:1 exports "mostRows"\n.*\n {2}Write max: maxRows\./);
});
