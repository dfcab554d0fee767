// Spreading an amount of money over parts: exact, and no part ever gets less than nothing or more than it is.
import { rounded } from "#schema/exact";

const scale = 2;

/** Hundredths, in which sums are exact. */
function centsOf(amount: string): bigint {
  return BigInt(rounded(amount, scale).replace(".", ""));
}

function amountOfCents(cents: bigint): string {
  const digits = String(cents).padStart(scale + 1, "0");
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

const smaller = (left: bigint, right: bigint): bigint => (left < right ? left : right);
const larger = (left: bigint, right: bigint): bigint => (left > right ? left : right);

/** Half up, of numbers that are not below 0. */
const quotient = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor);

/**
 * Shares of an amount in proportion to the parts, rounded half up; the last takes the rounding. Where that would leave it with less than
 * nothing or more than it is, as with many parts of a hundredth, those before it give way. `amount` is at most the sum of the parts.
 */
export function spread(amount: string, parts: readonly string[]): readonly string[] {
  const weights = parts.map(centsOf);
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  const whole = smaller(centsOf(amount), total);
  let [left, behind] = [whole, total];
  return weights.map((weight) => {
    behind -= weight;
    const fair = total === 0n ? 0n : quotient(whole * weight, total);
    // What those behind this one cannot take, and what there is at all.
    const share = behind === 0n ? left : larger(smaller(fair, smaller(weight, left)), left - behind);
    left -= share;
    return amountOfCents(share);
  });
}
