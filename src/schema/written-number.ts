// Numbers as people type them, paste them from a spreadsheet, or have them in files: the same in the browser and on the server.

import { plainWidth } from "./plain-text.ts";

const plain = (text: string): string =>
  plainWidth(text)
    .replace(/。/gu, ".")
    .replace(/[−–—]/gu, "-");

const shape =
  /^(?<sign>[+-]?) *(?:(?:CN|US|HK)?[¥￥$]|[€£₩₹]|CNY|RMB|USD)? *(?<whole>[1-9]\d{0,2}(?:(?<by>[,'’ ])\d{3})(?:\k<by>\d{3})*|\d*)(?:\.(?<fraction>\d*))?(?:e(?<exponent>[+-]?\d{1,3}))? *元?$/iu;

/** Digits that a number may come to when its exponent is carried out; no field holds as many. */
const maxDigits = 40;

/**
 * The plain decimal number that a text clearly means ("-1234.50"), or undefined. Clear are full-width digits, thousands separators between
 * groups of three, an exponent, and a currency sign. Everything else is no number: "1.5万", "50%", "(100)" and "1/2" mean one that is not
 * written in their digits, and a tab or the end of a line stands between two cells of a spreadsheet. Digits behind the point are kept as written (docs/wire.md §2.4).
 */
export function writtenNumberIn(text: string): string | undefined {
  const parts = shape.exec(plain(text))?.groups;
  if (parts === undefined) return undefined;
  const { sign, exponent } = parts;
  const whole = (parts["whole"] ?? "").replace(/\D/gu, "");
  const fraction = parts["fraction"] ?? "";
  const digits = whole + fraction;
  if (digits === "") return undefined;
  const point = whole.length + Number(exponent ?? 0);
  if (Math.max(point, digits.length, digits.length - point) > maxDigits) return undefined;
  const padded = point <= 0 ? "0".repeat(1 - point) + digits : digits.padEnd(point, "0");
  const at = Math.max(point, 1);
  const value = `${padded.slice(0, at).replace(/^0+(?=\d)/u, "")}${padded.length > at ? `.${padded.slice(at)}` : ""}`;
  return sign === "-" && /[1-9]/u.test(value) ? `-${value}` : value;
}

/**
 * The value of a number for a field of whole numbers: a number where the text is one exactly, else the text itself, which validation refuses.
 * "1.0000000000000000001" must not become 1.
 */
export function wholeOf(number: string): number | string {
  const value = Number(number);
  return Number.isSafeInteger(value) && /^-?\d+(?:\.0*)?$/u.test(number) ? value : number;
}
