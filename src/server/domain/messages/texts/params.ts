// Variables of a template as they are given, checked against those that the template has.
import type { Text } from "#schema/text";
import { isRecord } from "#schema/json";

const namePattern = /^[A-Za-z][A-Za-z0-9_]{0,31}$/;
const maxParams = 10;
const maxValueLength = 100;

type Params = Readonly<Record<string, string>>;

const problem = (zh: string, en: string): { readonly problem: Text } => ({ problem: [zh, en] });

const hasControls = (text: string): boolean => [...text].some((character) => character < " " || character === "\u007f");

/** The variables in the order of the template; or what is wrong with them. `names`: those of the template; none: any are taken. */
export function readParams(given: unknown, names: readonly string[]): { readonly params: Params } | { readonly problem: Text } {
  if (given !== undefined && given !== null && !isRecord(given))
    return problem('模板变量须为对象，如 {"code": "1234"}', 'Template variables are an object, such as {"code": "1234"}');
  const sent = given ?? {};
  const expected = names.length === 0 ? Object.keys(sent) : names;
  if (expected.length > maxParams) return problem(`模板变量不能超过 ${maxParams} 个`, `No more than ${maxParams} template variables`);
  const extra = Object.keys(sent).find((name) => !expected.includes(name) || !namePattern.test(name));
  if (extra !== undefined) return problem(`模板中没有变量“${extra.slice(0, 40)}”`, `The template has no variable “${extra.slice(0, 40)}”`);
  const params: Record<string, string> = {};
  for (const name of expected) {
    const value = sent[name];
    const text = typeof value === "number" ? String(value) : value;
    if (typeof text !== "string" || text === "") return problem(`缺少模板变量“${name}”`, `The template variable “${name}” is missing`);
    if (text.length > maxValueLength || hasControls(text))
      return problem(
        `模板变量“${name}”不能超过 ${maxValueLength} 个字，也不能换行`,
        `The template variable “${name}” is one line of at most ${maxValueLength} characters`,
      );
    params[name] = text;
  }
  return { params };
}
