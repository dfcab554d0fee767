// Money over parts: nothing is lost, and no part gets less than nothing or more than it is.
import fc from "fast-check";
import { expect, it } from "vitest";
import { spread } from "./spread.ts";

const cents = (text: string): number => Math.round(Number(text) * 100);
const text = (amount: number): string => (amount / 100).toFixed(2);

it.each([
  ["25", ["200.00", "50.00"], ["20.00", "5.00"]],
  ["10.00", ["33.33", "33.33", "33.34"], ["3.33", "3.33", "3.34"]],
  ["0.05", Array.from({ length: 10 }, () => "1"), [...Array.from({ length: 5 }, () => "0.01"), ...Array.from({ length: 5 }, () => "0.00")]],
  ["5.00", ["0.00", "5.00", "0"], ["0.00", "5.00", "0.00"]],
  ["0", ["0", "0.00"], ["0.00", "0.00"]],
])("%s over %j is %j", (amount, parts, shares) => {
  expect(spread(amount, parts)).toEqual(shares);
});

it("adds up to the amount, whatever the parts, and each is within its part", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 500_000 }), { minLength: 1, maxLength: 30 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (parts, part) => {
        const amount = Math.floor(parts.reduce((sum, one) => sum + one, 0) * part);
        const shares = spread(text(amount), parts.map(text)).map(cents);
        expect(shares.reduce((sum, one) => sum + one, 0)).toBe(amount);
        expect(shares.every((share, index) => share >= 0 && share <= (parts[index] ?? 0))).toBe(true);
      },
    ),
  );
});
