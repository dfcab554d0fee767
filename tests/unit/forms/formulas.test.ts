// Formulas: browser and server make the same values of the same input, and both what exact decimals make of it.
import { Decimal } from "decimal.js";
import { describe, expect, test } from "vitest";
import { choice, decimal, integer, lines, money, text } from "#schema";
import { withFormulaValues } from "#admin/inputs/values/formula-values.ts";
import type { FieldData } from "#schema/field";
import { added, multiplied, negated, quotient, rounded } from "#schema/exact";
import { formulaValues, type Formula } from "#schema/formulas";
import { buildModel } from "#schema/model";
import type { ResourceData } from "#schema/resource-data";
import { screenOf } from "#schema/screen";
import { readSubmit } from "#schema/validation";

const data = {
  name: "factory",
  label: ["工厂", "Factory"],
  path: "/digit-bind/factory",
  title: "id",
  fields: {
    kind: choice("类型", "Kind", {
      options: [
        [1, "一", "One"],
        [2, "二", "Two"],
      ],
    }),
    prefix: text("前缀", "Prefix"),
    discount: decimal("折扣", "Discount", { scale: 4 }),
    details: lines("明细", "Lines", {
      fields: { num: integer("数量", "Quantity"), price: money("单价", "Price"), amount: money("金额", "Amount", { readonly: true }) },
      formulas: { amount: { multiply: ["num", "price"] } },
    }),
    count: integer("行数", "Lines", { readonly: true }),
    total: money("合计", "Total", { readonly: true }),
    payable: money("应付", "Payable", { readonly: true }),
    each: decimal("均价", "Average", { readonly: true, scale: 3 }),
    name: text("名称", "Name", { readonly: true }),
  } as Readonly<Record<string, FieldData>>,
  formulas: {
    // Named before what it reads: formulas are worked out in the order that they need.
    payable: { if: { kind: 2 }, then: { multiply: ["total", { subtract: [1, { firstOf: ["discount", 0] }] }] }, else: "total" },
    total: { sum: "details", of: "amount" },
    count: { count: "details" },
    each: { divide: ["total", "count"] },
    name: { join: [{ firstOf: ["prefix", { text: "无" }] }, { text: "-" }, "count"] },
  },
} as unknown as ResourceData;
const [model] = [buildModel([{ data, file: "resources/production/factory.ts", area: "production" }], [])];
const [resource] = model.resources;
if (resource === undefined) throw new Error("no model");
const screen = screenOf(resource, model, () => true);

/** Numbers by chance from a seed. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

function record(draw: (below: number) => number): Record<string, unknown> {
  const amount = (digits: number) => new Decimal(draw(20_000_000) - 1_000_000).div(10 ** digits).toFixed(draw(digits + 1));
  const maybe = <T>(value: T): T | undefined => (draw(5) === 0 ? undefined : value);
  const defined = (values: object) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  return defined({
    kind: maybe(1 + draw(2)),
    prefix: maybe("甲"),
    discount: maybe(new Decimal(draw(10_001)).div(10_000).toFixed(4)),
    details: Array.from({ length: draw(6) }, () => defined({ num: maybe(draw(100_000)), price: maybe(amount(2)) })),
  });
}

describe("browser and server", () => {
  test("make the same of 500 records, to the last digit", () => {
    const draw = chance(20_261_123);
    for (let index = 0; index < 500; index += 1) {
      const values = record(draw);
      const shown = withFormulaValues(screen.formulas, screen.fields, values);
      const { values: stored } = readSubmit(resource, values, { mode: "insert", isAdministrator: false });
      const names = Object.keys(data.formulas ?? {});
      expect({ values, ...Object.fromEntries(names.map((name) => [name, shown[name] ?? null])) }).toEqual({
        values,
        ...Object.fromEntries(names.map((name) => [name, stored[name] ?? null])),
      });
      const rows = values["details"] as readonly { num?: number; price?: string }[];
      const total = rows.reduce(
        (sum, { num, price }) =>
          sum.plus(num === undefined || price === undefined ? 0 : new Decimal(num).times(price).toDecimalPlaces(2, Decimal.ROUND_HALF_UP)),
        new Decimal(0),
      );
      expect(stored["total"]).toBe(total.toFixed(2));
      const rate = values["kind"] === 2 ? new Decimal(1).minus(String(values["discount"] ?? 0)) : 1;
      expect(stored["payable"]).toBe(total.times(rate).toFixed(2, Decimal.ROUND_HALF_UP));
      expect(stored["each"] ?? null).toBe(rows.length === 0 ? null : total.div(rows.length).toFixed(3, Decimal.ROUND_HALF_UP));
    }
  });

  test("never take what a caller sends for a formula, in the head or in a line", () => {
    const sent = { total: "999", details: [{ num: 2, price: "1.5", amount: "999" }] };
    const { values, issues } = readSubmit(resource, sent, { mode: "insert", isAdministrator: false });
    expect([values["total"], values["details"], issues]).toEqual(["3.00", [{ num: 2, price: "1.5", amount: "3.00" }], []]);
  });

  test("follow in a partial update what is stored, and change nothing else", () => {
    const current = {
      kind: 2,
      discount: "0.1",
      details: [{ num: 2, price: "10", amount: "20.00" }],
      total: "20.00",
      payable: "18.00",
      count: 1,
      each: "20.000",
      name: "无-1",
    };
    const { values } = readSubmit(resource, { discount: "0.5" }, { mode: "update", current, isAdministrator: false });
    expect(values).toEqual({ discount: "0.5", payable: "10.00" });
  });
});

test("what is none makes a number none; sums, joins and firstOf pass over it, and nothing is divided by zero", () => {
  const field = (name: string) => ({ name, wire: "decimal", scale: 2 });
  const one = (formula: Formula, values: object) =>
    formulaValues({ formulas: { x: formula }, fields: [field("x")] }, values as Readonly<Record<string, unknown>>)["x"];
  expect(one({ add: ["a", "b"] }, { a: 1 })).toBeNull();
  expect(one({ add: ["a", { firstOf: ["b", 0] }] }, { a: 1 })).toBe("1.00");
  expect(one({ divide: ["a", "b"] }, { a: 1, b: 0 })).toBeNull();
  expect(one({ greatest: ["a", "b", { least: [7, 9] }] }, { a: "6.99", b: 2 })).toBe("7.00");
  expect(one({ sum: "rows", of: "n" }, {})).toBe("0.00");
  expect(one({ round: { divide: ["a", 3] }, digits: 1 }, { a: 2 })).toBe("0.70");
});

test("arithmetic is exact, and rounds half away from zero", () => {
  expect(added("0.1", "0.2")).toBe("0.3");
  expect(multiplied("1.005", "100")).toBe("100.500");
  expect([rounded("1.005", 2), rounded("-1.005", 2), rounded("-0.4", 0), rounded("2", 3)]).toEqual(["1.01", "-1.01", "0", "2.000"]);
  expect([quotient("1", "0"), negated("1.50"), rounded(quotient("-2", "3") ?? "", 4)]).toEqual([undefined, "-1.50", "-0.6667"]);
});
