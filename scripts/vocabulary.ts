// One vocabulary: finds exported names and names of files with words that stand for a standard term (vocabulary-words.ts).
import { moduleRecord } from "./module-record.ts";
import type { SourceTree } from "./import-graph.ts";
import { givenNames, replacedFiles, replacedWords } from "./vocabulary-words.ts";

interface PrivateWord {
  readonly file: string;
  /** 0 for the name of the file itself. */
  readonly line: number;
  readonly name: string;
  readonly use: string;
}

const CODE = /^(?:src|scripts|tests)\/.+\.tsx?$/;

/** The words of a name: "variableNames", "KnownNames", "known-names". */
const wordsOf = (name: string): readonly string[] =>
  name
    .split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());

function replacementFor(name: string): string | undefined {
  if (givenNames.has(name)) return undefined;
  const words = wordsOf(name);
  return replacedWords.find(({ word, at }) => (at === "first" ? words[0] === word : words.includes(word)))?.use;
}

/** The name of a file without its folders and endings. */
const stemOf = (file: string): string => file.replace(/^.*\//, "").replace(/\..*$/, "");

/** Names in a source tree that use such a word. */
export function findPrivateWords(tree: SourceTree): readonly PrivateWord[] {
  return [...tree].flatMap(([file, text]) => (CODE.test(file) ? [...fileName(file), ...exportedNames(file, text)] : []));
}

function fileName(file: string): readonly PrivateWord[] {
  const name = stemOf(file);
  const use = Object.hasOwn(replacedFiles, name) ? replacedFiles[name] : replacementFor(name);
  return use === undefined ? [] : [{ file, line: 0, name, use }];
}

function exportedNames(file: string, text: string): readonly PrivateWord[] {
  return moduleRecord(file, text)
    .staticExports.flatMap(({ entries }) => entries)
    .flatMap(({ start, exportName: { name } }) => {
      const use = name === null ? undefined : replacementFor(name);
      return name === null || use === undefined ? [] : [{ file, line: text.slice(0, start).split("\n").length, name, use }];
    });
}

export function describePrivateWord({ file, line, name, use }: PrivateWord): string {
  const what = line === 0 ? `${file} is called "${name}"` : `${file}:${line} exports "${name}"`;
  return `${what}\n  rule: names use standard terms\n  Write ${use}. scripts/vocabulary-words.ts lists the words.`;
}
