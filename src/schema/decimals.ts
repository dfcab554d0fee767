// Decimal numbers as text, compared without going through binary fractions: the same in the browser and on the server.

const shape = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Whether a text is a plain decimal number. */
export function isDecimalText(text: string): boolean {
  return shape.test(text);
}

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
