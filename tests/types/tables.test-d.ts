// The types of tables that follow from the definitions, and what does not compile in a query: a renamed field breaks every query that names
// it. Checked by the type checker alone; nothing here runs.
import type { Tables } from "#generated/tables.ts";
import type { CommitContext } from "../../src/server/contract.ts";
import { prepared, type Given } from "../../src/server/rows/prepared.ts";
import { anyOf, db, type Query, type RowsOf } from "../../src/server/rows/query.ts";
import { tables, update, type TableRow } from "../../src/server/rows/tables.ts";
import { insert } from "../../src/server/rows/insert.ts";
import { addRow, changeRow, lockRow, readRow } from "../../src/server/crud/write/server-rows.ts";
import type { Transaction } from "../../src/server/store/database.ts";
import { same } from "./rows.test-d.ts";

declare const context: CommitContext;
const { accessible, unscoped, withRemoved } = tables(context);

same<TableRow<"channel">["id"], string>(true);
same<TableRow<"channel">["name"], string | null>(true);
same<TableRow<"channel">["status"], number>(true);
same<TableRow<"channel">["saleRegionCodes"], string[] | null>(true);
same<TableRow<"channel">["createTime"], string | null>(true);
same<TableRow<"order">["paidAmount"], string | null>(true);
same<TableRow<"code-item">["serialNo"], string | null>(true);
same<TableRow<"commodity-sku">["specs"], unknown>(true);
same<"order_no" extends keyof Tables["order"] ? true : false, false>(true);

type RowOf<Q> = Q extends Query<infer O> ? O : never;
const lines = db.selectFrom(unscoped("doc-detail", "d")).leftJoin(withRemoved("spec", "x"), "x.id", "d.specId").select(["d.id as lineId", "x.specName", "d.num"]);
same<RowOf<typeof lines>, { lineId: string; specName: string | null; num: number | null }>(true);
same<RowsOf<readonly [typeof lines]>[0][number]["lineId"], string>(true);

// @ts-expect-error there is no such resource
accessible("chanel", "c");
// @ts-expect-error a table is named by a function that says which of its rows are meant
db.selectFrom("channel as c");
// @ts-expect-error there is no such field
db.selectFrom(accessible("channel", "c")).select("c.nameOfChannel");
// @ts-expect-error fields have the names of the definition, not those of columns
db.selectFrom(accessible("channel", "c")).select("c.sale_region_codes");
// @ts-expect-error a reference names a field of a table of the query
db.selectFrom(accessible("channel", "c")).select(({ ref }) => [ref("o.name").as("name")]);
// @ts-expect-error an id is a text
db.selectFrom(accessible("channel", "c")).where("c.id", "=", 1);
// @ts-expect-error ids are texts
db.selectFrom(accessible("channel", "c")).where("c.id", "=", anyOf([1]));
// @ts-expect-error there is no such field to write
update(context, unscoped("channel", "c")).set({ nameOfChannel: "x" });
// @ts-expect-error a state is a number
update(context, unscoped("pay-order", "p")).set({ status: "4" });
// @ts-expect-error there is no such field to insert
insert(context, "channel", [{ id: "1", nameOfChannel: "x" }]);
// @ts-expect-error a row needs its id
insert(context, "channel", [{ name: "x" }]);

export const byCode = prepared("type_test", (given: Given<{ readonly code: string }>, from) => db.selectFrom(from.accessible("channel", "c")).where("c.code", "=", given("code")).select("c.id"));
byCode(context, { code: "A" });
// @ts-expect-error a value that the query needs is missing
byCode(context, {});
export const byWrongType = prepared("type_test_2", (given: Given<{ readonly code: number }>, from) =>
  // @ts-expect-error codes are texts
  db.selectFrom(from.accessible("channel", "c")).where("c.code", "=", given("code")).select("c.id"));

declare const tx: Transaction;
export async function helpers(): Promise<unknown> {
  const member = await lockRow(context, tx, "member", "1");
  same<(typeof member)["nickName"], string | null>(true);
  const rule = await readRow(context, tx, "code-make-rule", "1");
  same<NonNullable<typeof rule>["nextSerial"], number | null>(true);
  // @ts-expect-error there is no such field
  await changeRow(context, tx, "member", { id: "1", values: { nameOfMember: "x" } });
  // @ts-expect-error there is no such field
  await addRow(context, tx, "member", { nameOfMember: "x" });
  // @ts-expect-error there is no such field
  return member.nameOfMember;
}
