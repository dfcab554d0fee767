// Exact arithmetic on decimal texts: sums and products lose nothing, quotients and roundings are half up.
import { isDecimalText } from "./decimals.ts";

interface Exact {
  readonly digits: bigint;
  readonly scale: number;
}

/** Digits behind the point of a quotient, before it is rounded to its field. */
const quotientScale = 20;

function exactOf(text: string): Exact {
  const [whole = "0", fraction = ""] = text.split(".");
  return { digits: BigInt(`${whole}${fraction}`), scale: fraction.length };
}

function textOfExact({ digits, scale }: Exact): string {
  const sign = digits < 0n ? "-" : "";
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, "0");
  const fraction = scale === 0 ? "" : text.slice(-scale);
  return `${sign}${scale === 0 ? text : text.slice(0, -scale)}${fraction === "" ? "" : `.${fraction}`}`;
}

const power = (scale: number): bigint => 10n ** BigInt(scale);
const scaledTo = ({ digits, scale }: Exact, wanted: number): bigint => digits * power(wanted - scale);

/** A quotient of whole numbers, rounded half away from zero. */
function divided(dividend: bigint, divisor: bigint): bigint {
  const isNegative = dividend < 0n !== divisor < 0n;
  const [left, right] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor];
  const quotient = (2n * left + right) / (2n * right);
  return isNegative ? -quotient : quotient;
}

/** A number as a decimal text; undefined for anything else, and for numbers that JavaScript writes with an exponent. */
export function decimalText(value: unknown): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && isDecimalText(text) ? text : undefined;
}

export function added(left: string, right: string): string {
  const [one, other] = [exactOf(left), exactOf(right)];
  const scale = Math.max(one.scale, other.scale);
  return textOfExact({ digits: scaledTo(one, scale) + scaledTo(other, scale), scale });
}

export const negated = (text: string): string => {
  const { digits, scale } = exactOf(text);
  return textOfExact({ digits: -digits, scale });
};

export function multiplied(left: string, right: string): string {
  const [one, other] = [exactOf(left), exactOf(right)];
  return textOfExact({ digits: one.digits * other.digits, scale: one.scale + other.scale });
}

/** A quotient; undefined by zero. */
export function quotient(left: string, right: string): string | undefined {
  const [one, other] = [exactOf(left), exactOf(right)];
  if (other.digits === 0n) return undefined;
  const scale = Math.max(one.scale, other.scale);
  return textOfExact({ digits: divided(scaledTo(one, scale) * power(quotientScale), scaledTo(other, scale)), scale: quotientScale });
}

/** With exactly this many digits behind the point, half up. */
export function rounded(text: string, scale: number): string {
  const exact = exactOf(text);
  if (exact.scale <= scale) return textOfExact({ digits: scaledTo(exact, scale), scale });
  return textOfExact({ digits: divided(exact.digits, power(exact.scale - scale)), scale });
}
