// The proof that stock reconciles: the demonstration passes it, and every figure that is wrong is found under its rule.
import { expect, it } from "vitest";
import { contradictionsOf, tenantNumbers } from "../../../../src/server/domain/reconcile.ts";
import { serverOfFile, tenants } from "../../../support/server.ts";
import { rowsOf, write } from "../rows.ts";

const server = await serverOfFile({ isSeeded: true });
const { database, model } = server;
const found = () => contradictionsOf(database, model, tenants.one);

it("finds nothing in the demonstration, of which every figure can be traced to documents", async () => {
  expect(await found()).toEqual([]);
  expect(await rowsOf(server, "select count(*)::int as n from goods_bill where tenant_id = $1", [tenants.one])).toEqual([
    { n: expect.any(Number) },
  ]);
});

it("is of every tenant", async () => {
  expect(await tenantNumbers(database, model)).toEqual(expect.arrayContaining([tenants.one, tenants.two]));
});

const stock = "goods_stock set";
const first = "where id = (select min(id) from";
const wrong: readonly (readonly [rules: readonly string[], change: string, back: string])[] = [
  [
    ["stock", "available", "current"],
    `update ${stock} num = num + 1 ${first} goods_stock)`,
    `update ${stock} num = num - 1 ${first} goods_stock)`,
  ],
  [
    ["locks", "available"],
    `update ${stock} lock_num = lock_num + 1 ${first} goods_stock)`,
    `update ${stock} lock_num = lock_num - 1 ${first} goods_stock)`,
  ],
  [
    ["ledger"],
    `update goods_bill set before_num = before_num + 1 ${first} goods_bill)`,
    `update goods_bill set before_num = before_num - 1 ${first} goods_bill)`,
  ],
  [
    ["current"],
    `update warehousegoodscurrent set num = num + 1 ${first} warehousegoodscurrent)`,
    `update warehousegoodscurrent set num = num - 1 ${first} warehousegoodscurrent)`,
  ],
  [
    ["out-moves"],
    `update stock_move_record set num = num + 1 ${first} stock_move_record where doc_kind = 2)`,
    `update stock_move_record set num = num - 1 ${first} stock_move_record where doc_kind = 2)`,
  ],
  [
    ["in-lines", "in-bills", "in-moves"],
    "update stock_in_doc set real_num = real_num + 1 where id = 30001",
    "update stock_in_doc set real_num = real_num - 1 where id = 30001",
  ],
];

it.each(wrong)("finds %j", async (rules, change, back) => {
  await write(server, change);
  const names = new Set((await found()).map(({ name }) => name));
  await write(server, back);
  expect([...names].sort()).toEqual([...rules].sort());
  expect(await found()).toEqual([]);
});
