// Decimal numbers as text, compared and written without going through binary fractions.

const shape = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Compares two decimals by value: "1.50" equals "1.5". Texts that are no decimals are compared as 0 would be. */
export function compareDecimals(left: string, right: string): number {
  const [, leftSign = "", leftWhole = "0", leftFraction = ""] = shape.exec(left) ?? [];
  const [, rightSign = "", rightWhole = "0", rightFraction = ""] = shape.exec(right) ?? [];
  const digits = Math.max(leftFraction.length, rightFraction.length);
  const difference =
    BigInt(`${leftSign}${leftWhole}${leftFraction.padEnd(digits, "0")}`) -
    BigInt(`${rightSign}${rightWhole}${rightFraction.padEnd(digits, "0")}`);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

/** The shortest text of the same value: "1.50" → "1.5", "007" → "7"; what is no decimal stays as it is. */
export function shortestDecimal(text: string): string {
  const match = shape.exec(text);
  if (match === null) return text;
  const [, sign = "", whole = "0", fraction = ""] = match;
  const rest = fraction.replace(/0+$/, "");
  const value = `${whole.replace(/^0+(?=\d)/, "")}${rest === "" ? "" : `.${rest}`}`;
  return value === "0" ? "0" : `${sign}${value}`;
}

/** "1234567.5" → "1,234,567.5"; what is no decimal stays as it is. */
export function groupThousands(text: string): string {
  const match = shape.exec(text);
  if (match === null) return text;
  const [, sign = "", whole = "0", fraction] = match;
  return `${sign}${whole.replace(/\B(?=(?:\d{3})+$)/g, ",")}${fraction === undefined ? "" : `.${fraction}`}`;
}

const fullWidth: Readonly<Record<string, string>> = { "。": ".", "．": ".", "－": "-", "—": "-", "，": ",", "−": "-" };

/**
 * What was typed or pasted, with everything dropped that no number has: full-width digits become plain ones, separators
 * of thousands and blanks go, a second point or a minus inside goes. A fraction stays, also where none is wanted: 12.9 must
 * not become 129, so the check has to tell it.
 */
export function numericInput(typed: string): string {
  const plain = typed
    .replace(/[０-９]/g, (digit) => String(digit.charCodeAt(0) - 0xff10))
    .replace(/[。．－—，−]/g, (sign) => fullWidth[sign] ?? "");
  const digits = plain.replace(/[^\d.-]/g, "").replace(/(?!^)-/g, "");
  const [whole = "", ...fractions] = digits.split(".");
  return fractions.length === 0 ? whole : `${whole}.${fractions.join("")}`;
}

/** What was typed when the input is left: "1." → "1", ".5" → "0.5", "-" → "". Digits behind the point stay as typed. */
export function finishedNumber(typed: string): string {
  const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d*)\.?(\d*)$/.exec(typed) ?? [];
  if (whole === "" && fraction === "") return "";
  const digits = whole.replace(/^0+(?=\d)/, "") || "0";
  return `${sign}${digits}${fraction === "" ? "" : `.${fraction}`}`;
}
