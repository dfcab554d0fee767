// Digits for people: groups of three, without going through binary fractions.

/** "1234567.50" → "1,234,567.50". Anything that is no decimal number comes back as it is. */
export function groupDigits(text: string): string {
  const parts = /^(-?)(\d+)(\.\d+)?$/.exec(text);
  if (parts === null) return text;
  const [, sign = "", whole = "", fraction = ""] = parts;
  return sign + whole.replace(/\B(?=(\d{3})+$)/g, ",") + fraction;
}

/** The text with as many digits behind the point as the scale says; more are kept, as they are data. */
export function withScale(text: string, scale: number): string {
  const parts = /^(-?\d+)(?:\.(\d+))?$/.exec(text);
  if (parts === null || scale <= 0) return text;
  const [, whole = "", fraction = ""] = parts;
  return `${whole}.${fraction.padEnd(scale, "0")}`;
}
