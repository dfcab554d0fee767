// Decimal numbers as text, compared without going through binary fractions: the same in the browser and on the server.

const shape = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Whether a text is a plain decimal number. */
export function isDecimalText(text: string): boolean {
  return shape.test(text);
}

/** A number as JavaScript writes it: small and large ones with an exponent. */
const written = /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

function exactOf(value: string | number): { readonly digits: bigint; readonly scale: number } {
  const parts = typeof value === "number" || isDecimalText(value) ? written.exec(String(value)) : null;
  // A limit that is compared as something else would let everything pass.
  if (parts === null) throw new TypeError(`“${value}” is no decimal number`);
  const [, whole = "", fraction = "", exponent = "0"] = parts;
  return { digits: BigInt(`${whole}${fraction}`), scale: fraction.length - Number(exponent) };
}

/** Compares two decimals by value: "1.50" equals "1.5". Throws for a text that is no plain decimal number. */
export function compareDecimals(left: string | number, right: string | number): number {
  const [one, other] = [exactOf(left), exactOf(right)];
  const scale = Math.max(one.scale, other.scale);
  const scaled = ({ digits, scale: own }: typeof one): bigint => digits * 10n ** BigInt(scale - own);
  const difference = scaled(one) - scaled(other);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}
