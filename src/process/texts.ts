// Texts of a model that become those of tasks and their history: how long they may be, and what they cannot hold.
import { ExpressionError } from "./expressions.ts";

/** Of names and form keys. */
export const maxNameLength = 255;
/** Of an element: its executions have names that are made of it. */
export const maxIdLength = 200;

/** What no database stores: a zero byte, or one half of a character. */
export const isStorable = (text: string): boolean => !/[\0\p{Surrogate}]/u.test(text);

function isStorableIn(value: unknown): boolean {
  if (typeof value === "string") return isStorable(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([name, one]) => isStorable(name) && isStorableIn(one));
}

/** Refuses values that hold what cannot be stored. Throws ExpressionError. */
export function requireStorable(variables: Readonly<Record<string, unknown>>): void {
  const [name] = Object.entries(variables).find(([, value]) => !isStorableIn(value)) ?? [];
  if (name !== undefined)
    throw new ExpressionError([`变量 ${name} 的值含有无法保存的字符`, `the value of ${name} contains a character that cannot be stored`]);
}

/** A text that an expression has made for a task. Throws ExpressionError where it is too long, or cannot be stored. */
export function storedText(text: string): string {
  if (!isStorable(text)) throw new ExpressionError(["文本含有无法保存的字符", "a text contains a character that cannot be stored"]);
  if (text.length > maxNameLength)
    throw new ExpressionError([
      `“${text.slice(0, 20)}…”超过 ${maxNameLength} 个字符`,
      `“${text.slice(0, 20)}…” is longer than ${maxNameLength} characters`,
    ]);
  return text;
}
