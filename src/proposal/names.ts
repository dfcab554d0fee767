// Names of resources and fields from the names of tables and columns, whatever these look like.
import { callWords, sqlWords } from "../schema/checks/names.ts";
import { wordNamed } from "./glossary.ts";

const chinese = /[\u3400-\u9fff\uf900-\ufaff]/u;

/** Whether a text is written in Chinese. */
export const isChinese = (text: string): boolean => chinese.test(text);

/** The words of a name in snake_case, camelCase or with dashes and spaces, in small letters; letters of other scripts are none. */
export function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, "$1_$2")
    .normalize("NFKD")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
}

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Most characters of a name: tables, columns and indexes made of it fit into the 63 of PostgreSQL. */
const maxLength = 40;

function shortened(words: readonly string[], separator: string): readonly string[] {
  const shortWords: string[] = [];
  for (const word of words) {
    if ([...shortWords, word].join(separator).length > maxLength) break;
    shortWords.push(word);
  }
  return shortWords.length > 0 || words.length === 0 ? shortWords : [(words[0] ?? "").slice(0, maxLength)];
}

/** Words of SQL, parameters of the common calls, and columns that the server alone writes. */
const taken: ReadonlySet<string> = new Set([
  ...sqlWords,
  ...callWords,
  ...["constructor", "version", "tenantId", "createUser", "createDept", "updateUser", "isDeleted"],
]);

/** The name of a field: camelCase, not one that the platform keeps for itself, and not one of `others`. */
export function fieldName(column: string, others: ReadonlySet<string> = new Set()): string {
  const [first = "field", ...rest] = shortened(wordsOf(column), "");
  const joined = first + rest.map(upperFirst).join("");
  const startingName = /^[a-z]/.test(joined) ? joined : `n${upperFirst(joined)}`;
  return free(taken.has(startingName) ? `${startingName}Value` : startingName, (name) => others.has(name), "");
}

/** The same name, or with the first number that makes it another. */
function free(name: string, isTaken: (name: string) => boolean, separator: string): string {
  if (!isTaken(name)) return name;
  for (let number = 2; ; number += 1) if (!isTaken(`${name}${separator}${number}`)) return `${name}${separator}${number}`;
}

const prefixes = /^(?:t|tb|tbl|tab|sys|biz|app|dim|fact|ods|dwd)_(?=.)/i;
const singular = (word: string): string =>
  /(?:ss|us|is|news|series|goods)$/.test(word)
    ? word
    : word
        .replace(/ies$/, "y")
        .replace(/(ch|sh|x|z|ss)es$/, "$1")
        .replace(/s$/, "");

/** The name of the resource of a table, without the prefix that all tables of a module have, and not one of `others`. */
export function resourceName(table: string, prefix: string, isTaken: (name: string) => boolean): string {
  const bare =
    prefix !== "" && table.toLowerCase().startsWith(prefix.toLowerCase()) && table.length > prefix.length
      ? table.slice(prefix.length)
      : table.replace(prefixes, "");
  const words = wordsOf(bare);
  const named = words.length === 0 ? ["record"] : [...words.slice(0, -1), singular(words.at(-1) ?? "")];
  const startingName = /^[a-z]/.test(named[0] ?? "") ? named : ["n", ...named];
  const name = shortened(startingName, "-").join("-");
  // An area's own file is called so.
  return free(name === "area" ? "area-record" : name, (one) => isTaken(one), "-");
}

/** A name in words for people, in English: the words of the column, without the suffix of a reference. */
export function englishLabel(name: string, isReference = false): string {
  const all = wordsOf(name);
  const words = isReference && all.length > 1 && ["id", "code", "key"].includes(all.at(-1) ?? "") ? all.slice(0, -1) : all;
  const spoken = (words[0] === "is" || words[0] === "has") && words.length > 1 ? words.slice(1) : words;
  return upperFirst(spoken.map((word) => wordNamed(word)?.en ?? word).join(" "));
}

/** The same in Chinese, where all of its words are known. */
export function chineseLabel(name: string, isReference = false): string | undefined {
  const all = wordsOf(name);
  const words = isReference && all.length > 1 && all.at(-1) === "id" ? all.slice(0, -1) : all;
  const spoken = words[0] === "is" && words.length > 1 ? words.slice(1) : words;
  const labels = spoken.map((word) => wordNamed(word)?.zh);
  return labels.length === 0 || labels.includes(undefined)
    ? undefined
    : `${words[0] === "is" && words.length > 1 ? "是否" : ""}${labels.join("")}`;
}
