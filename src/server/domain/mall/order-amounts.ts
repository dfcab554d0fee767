// The amounts of an order, in exact decimals.
import { compareDecimals } from "#schema/decimals";
import { added, multiplied, negated, quotient, rounded } from "#schema/exact";
import { spread } from "./spread.ts";

const money = (text: string): string => rounded(text, 2);
const subtracted = (left: string, right: string): string => added(left, negated(right));

export const sumOf = (amounts: readonly string[]): string => money(amounts.reduce(added, "0"));

export const lineTotal = (price: string, quantity: number): string => money(multiplied(price, String(quantity)));

/** What a member pays less by its grade, whose rate is the part that is left to pay. */
export const memberReduction = (total: string, discountRate: string): string =>
  money(multiplied(multiplied(total, subtracted("100", discountRate)), "0.01"));

/** What points are worth. */
export const worthOf = (points: number, pointsPerYuan: number): string => money(quotient(String(points), String(pointsPerYuan)) ?? "0");

/** What an order is made of. */
export interface Parts {
  readonly totalAmount: string;
  readonly freightAmount: string;
  readonly discountAmount: string;
  readonly pointsAmount: string;
}

/** The parts of a stored order. */
export const partsOf = (order: { readonly [Name in keyof Parts]: string | null }): Parts => ({
  totalAmount: order.totalAmount ?? "0",
  freightAmount: order.freightAmount ?? "0",
  discountAmount: order.discountAmount ?? "0",
  pointsAmount: order.pointsAmount ?? "0",
});

export const dueOf = ({ totalAmount, freightAmount, discountAmount, pointsAmount }: Parts): string =>
  money(subtracted(added(totalAmount, freightAmount), added(discountAmount, pointsAmount)));

/** Discount and points take no more off than the goods cost. */
export const isWithinTotal = ({ totalAmount, discountAmount, pointsAmount }: Parts): boolean =>
  compareDecimals(added(discountAmount, pointsAmount), totalAmount) <= 0;

interface LineAmounts {
  readonly discountAmount: string;
  readonly payAmount: string;
}

/** What of discount and points falls on each line, and what is left to pay of it. */
export function shareOut({ discountAmount, pointsAmount }: Parts, lineTotals: readonly string[]): readonly LineAmounts[] {
  const shares = spread(added(discountAmount, pointsAmount), lineTotals);
  return lineTotals.map((total, index) => {
    const share = shares[index] ?? "0.00";
    return { discountAmount: share, payAmount: money(subtracted(total, share)) };
  });
}
