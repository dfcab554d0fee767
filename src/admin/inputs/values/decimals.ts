// Decimal numbers as text, compared and written without going through binary fractions.

const shape = /^(-?)(\d+)(?:\.(\d+))?$/;

/** The shortest text of the same value: "1.50" → "1.5", "007" → "7"; other texts are returned unchanged. */
export function shortestDecimal(text: string): string {
  const match = shape.exec(text);
  if (match === null) return text;
  const [, sign = "", whole = "0", fraction = ""] = match;
  const rest = fraction.replace(/0+$/, "");
  const value = `${whole.replace(/^0+(?=\d)/, "")}${rest === "" ? "" : `.${rest}`}`;
  return value === "0" ? "0" : `${sign}${value}`;
}

/** "1234567.5" → "1,234,567.5"; other texts are returned unchanged. */
export function groupThousands(text: string): string {
  const match = shape.exec(text);
  if (match === null) return text;
  const [, sign = "", whole = "0", fraction] = match;
  return `${sign}${whole.replace(/\B(?=(?:\d{3})+$)/g, ",")}${fraction === undefined ? "" : `.${fraction}`}`;
}

const fullWidth: Readonly<Record<string, string>> = { "。": ".", "．": ".", "－": "-", "—": "-", "，": ",", "−": "-" };

/**
 * Typed or pasted text reduced to the characters of a number: full-width digits become plain ones; thousands separators, blanks, a second
 * point and an inner minus are dropped. A fraction stays, also where none is allowed: 12.9 must not become 129, so validation reports it.
 */
export function numericInput(typed: string): string {
  const plain = typed
    .replace(/[０-９]/g, (digit) => String(digit.charCodeAt(0) - 0xff10))
    .replace(/[。．－—，−]/g, (sign) => fullWidth[sign] ?? "");
  const digits = plain.replace(/[^\d.-]/g, "").replace(/(?!^)-/g, "");
  const [whole = "", ...fractions] = digits.split(".");
  return fractions.length === 0 ? whole : `${whole}.${fractions.join("")}`;
}

/** The text when the input loses the focus: "1." → "1", ".5" → "0.5", "-" → "". Digits behind the point stay as typed. */
export function finishedNumber(typed: string): string {
  const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d*)\.?(\d*)$/.exec(typed) ?? [];
  if (whole === "" && fraction === "") return "";
  const digits = whole.replace(/^0+(?=\d)/, "") || "0";
  return `${sign}${digits}${fraction === "" ? "" : `.${fraction}`}`;
}
