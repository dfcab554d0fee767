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
