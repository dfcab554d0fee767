// The check digit of trade item numbers: from the right, digits count three times and once in turn.

/** Whether a text is a GTIN-8, -12, -13 or -14 with the right check digit. */
export function isGtin(text: string): boolean {
  return /^(?:[0-9]{8}|[0-9]{12,14})$/.test(text) && text.endsWith(checkDigitOf(text.slice(0, -1)));
}

/** The check digit that belongs behind these digits. */
export function checkDigitOf(digits: string): string {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) sum += Number(digit) * (index % 2 === 0 ? 3 : 1);
  return String((10 - (sum % 10)) % 10);
}
