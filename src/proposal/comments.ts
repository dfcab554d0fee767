// Comments of columns: the label that they begin with, and the values that they explain, as in 状态：1 启用 2 停用 or 状态(0:草稿,1:已发布).
import { isChinese } from "./names.ts";

interface ReadComment {
  /** What the column is called; "" where the comment does not say. */
  readonly label: string;
  /** Value → what it is called, where the comment explains values. */
  readonly values: ReadonlyMap<string, string>;
}

const separators = /[\s,，;；/|、。:：=＝()（）[\]【】-]+$/u;
const beginnings = /^[\s:：=＝.、．)）\-–—]+/u;
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
/** A text that explains a value ends where the next value, a separator or a bracket begins. */
const ends = /[,，;；|、/()（）\]】\n]/u;
const maxLabelLength = 20;

function pairsOf(text: string, value: string): readonly { readonly at: number; readonly value: string }[] {
  return [
    ...text.matchAll(new RegExp(`(?<![\\w.])(?:${value})(?=\\s*[:：=＝.、．)\\-–—\\s]|\\p{Script=Han}|[A-Za-z])(?!\\.\\d)`, "gu")),
  ].map((match) => ({
    at: match.index,
    value: match[0],
  }));
}

function explained(text: string, value: string): { readonly begin: number; readonly values: ReadonlyMap<string, string> } | undefined {
  const found = pairsOf(text, value);
  const values = new Map<string, string>();
  for (const [index, { at, value: one }] of found.entries()) {
    const next = found[index + 1]?.at ?? text.length;
    const explanation =
      text
        .slice(at + one.length, next)
        .replace(beginnings, "")
        .split(ends)[0]
        ?.replace(separators, "")
        .trim() ?? "";
    if (explanation === "" || explanation.length > maxLabelLength || values.has(one)) return undefined;
    values.set(one, explanation);
  }
  return values.size < 2 ? undefined : { begin: found[0]?.at ?? 0, values };
}

/** Without the brackets that hold an explanation, and without what follows a sentence. */
const labelIn = (text: string): string =>
  (text.split(/[\n。;；,，]/u)[0] ?? "")
    .replaceAll(/[(（【[].*$/gu, "")
    .replace(separators, "")
    .trim();

/** Reads a comment; `known` are the values that the column can have, where something else says so. */
export function readComment(comment: string, options: readonly string[] = []): ReadComment {
  const text = comment.trim();
  // The longest first, so that 10 is not read as 1.
  const given =
    options.length > 0
      ? [...options]
          .sort((left, right) => right.length - left.length)
          .map(escaped)
          .join("|")
      : undefined;
  const read =
    (given === undefined ? undefined : explained(text, given)) ??
    explained(text, String.raw`-?\d{1,4}`) ??
    explained(text, String.raw`[A-Za-z]\w*(?=\s*[:：=＝])`);
  if (read === undefined) return { label: labelIn(text), values: new Map() };
  const label = labelIn(text.slice(0, read.begin));
  return { label, values: read.values };
}

/** Whether a comment is a label in the language: a few words and no sentence. */
export const isLabel = (text: string, language: "zh" | "en"): boolean =>
  text !== "" && isChinese(text) === (language === "zh") && text.length <= (language === "zh" ? 20 : 40);
