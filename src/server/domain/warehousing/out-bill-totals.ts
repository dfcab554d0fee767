// Figures of bills: lines in layers that can be converted, and the sums of an out-bill in base units and money.
import { sql } from "kysely";
import type { Text } from "#schema/text";
import type { CommitContext, Domain, ResourceHooks } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { RowRefusal } from "../../crud/guards/row-set.ts";
import { phasesOfRows } from "../../crud/write/rows-phases.ts";
import { lockRow } from "../../crud/write/server-rows.ts";
import { allOf, db, run } from "../../rows/query.ts";
import { tables, updateDerived } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { inBillLines } from "./bill-lines.ts";
import { maxUnits, noConversion, unitsOfLayers } from "./layer-units.ts";

/** Sums the lines of a bill up. A bill without prices keeps the amount that people wrote into it. */
async function sumUp(tx: Transaction, context: CommitContext, billId: string, leaving: readonly string[] = []): Promise<void> {
  await lockRow(context, tx, "warehouse-out-bill", billId);
  const { unscoped } = tables(context);
  const sums = db
    .selectFrom(unscoped("warehouse-out-bill-detail", "l"))
    .where("l.billId", "=", billId)
    .where("l.id", "<>", allOf(leaving))
    .select(({ ref }) => [
      sql<number>`coalesce(sum(${ref("l.unitNum")}), 0)`.as("units"),
      sql<string | null>`sum(${ref("l.amount")})`.as("amount"),
    ]);
  await run(
    tx,
    updateDerived(unscoped("warehouse-out-bill", "b"))
      .from(sums.as("s"))
      .where("b.id", "=", billId)
      .set(({ ref, fn }) => ({
        planNum: ref("s.units"),
        doneNum: fn.coalesce("b.doneNum", sql.lit(0)),
        amount: fn.coalesce("s.amount", "b.amount"),
      })),
  );
}

const tooLarge: Text = ["数量过大，折合最小单位超出范围", "The quantity is too large in base units"];

/** Each bill once, in the order in which bills are locked. */
const inOrder = (bills: readonly (string | null | undefined)[]): readonly string[] =>
  [...new Set(bills.flatMap((id) => id ?? []))].sort((left, right) => (BigInt(left) < BigInt(right) ? -1 : 1));

const lineHooks: ResourceHooks<"warehouse-out-bill-detail"> = {
  submit: phasesOfRows({
    beforeChanges: async (tx, context, writes) => {
      const lines = writes.map(({ current, values }) => ({ ...current, ...values }));
      const unitsOf = await unitsOfLayers(tx, context, [...new Set(lines.flatMap(({ specId }) => specId ?? []))]);
      for (const [place, { values }] of writes.entries()) {
        const { specId, layer, num } = lines[place] ?? {};
        const refuse = (field: "layer" | "num", issue: Parameters<typeof fieldError>[3]) =>
          new RowRefusal(place, fieldError(context, "warehouse-out-bill-detail", field, issue));
        const perLayer = unitsOf(specId ?? "", layer ?? 0);
        if (perLayer === undefined) throw refuse("layer", { code: "notAllowed", message: noConversion });
        const unitNum = (num ?? 0) * perLayer;
        if (unitNum > maxUnits) throw refuse("num", { code: "tooLarge", message: tooLarge });
        values.unitNum = unitNum;
      }
    },
    afterChanges: async (tx, context, writes) => {
      for (const billId of inOrder(writes.map(({ values, current }) => values.billId ?? current?.billId))) await sumUp(tx, context, billId);
    },
  }),
  remove: {
    beforeRemove: async (tx, context, { rows }) => {
      const ids = rows.map(({ id }) => id);
      for (const billId of inOrder(rows.map((row) => row.billId))) await sumUp(tx, context, billId, ids);
    },
  },
  restore: {
    afterRestore: async (tx, context, { rows }) => {
      const bills = [...new Set(rows.flatMap(({ billId }) => billId ?? []))].sort((left, right) => (BigInt(left) < BigInt(right) ? -1 : 1));
      for (const billId of bills) await sumUp(tx, context, billId);
    },
  },
};

/** An in-bill holds its lines itself. */
const inBillHooks: ResourceHooks<"warehouse-in-bill"> = {
  restore: {},
  submit: {
    beforeChange: async (tx, context, { values }) => {
      if (values.details === undefined) return;
      const lines = await inBillLines(tx, context, { details: values.details });
      const index = lines.findIndex(({ perLayer }) => !Number.isFinite(perLayer));
      if (index !== -1)
        throw fieldError(context, "warehouse-in-bill", ["details", index, "layer"], { code: "notAllowed", message: noConversion });
    },
  },
};

export const outBillTotalsDomain: Domain = {
  reads: {},
  actions: {},
  hooks: { "warehouse-out-bill-detail": lineHooks, "warehouse-in-bill": inBillHooks },
  effects: ["warehouse-out-bill-detail.totals"],
};
