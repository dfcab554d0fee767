// Figures of bills: lines in layers that can be converted, and the sums of an out-bill in base units and money.
import { sql } from "kysely";
import type { CommitContext, Domain, ResourceHooks } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { lockRow } from "../../crud/write/server-rows.ts";
import { allOf, db, run } from "../../rows/query.ts";
import { tables, updateDerived } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { inBillLines } from "./bill-lines.ts";
import { noConversion } from "./document-lines.ts";
import { maxUnits, unitsOfLayers } from "./layer-units.ts";

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

const lineHooks: ResourceHooks<"warehouse-out-bill-detail"> = {
  submit: {
    beforeChange: async (tx, context, { values, current }) => {
      const { specId = null, layer = null, num = null } = { ...current, ...values };
      const perLayer = (await unitsOfLayers(tx, context, [specId ?? ""]))(specId ?? "", layer ?? 0);
      if (perLayer === undefined)
        throw fieldError(context, "warehouse-out-bill-detail", "layer", { code: "notAllowed", message: noConversion });
      const unitNum = (num ?? 0) * perLayer;
      if (unitNum > maxUnits)
        throw fieldError(context, "warehouse-out-bill-detail", "num", {
          code: "tooLarge",
          message: ["数量过大，折合最小单位超出范围", "The quantity is too large in base units"],
        });
      values.unitNum = unitNum;
    },
    afterChange: async (tx, context, { values, current }) => {
      const billId = values.billId ?? current?.billId ?? null;
      if (billId !== null) await sumUp(tx, context, billId);
    },
  },
  remove: {
    beforeRemove: async (tx, context, { rows }) => {
      const ids = rows.map(({ id }) => id);
      const bills = [...new Set(rows.flatMap(({ billId }) => billId ?? []))].sort((left, right) => (BigInt(left) < BigInt(right) ? -1 : 1));
      for (const billId of bills) await sumUp(tx, context, billId, ids);
    },
  },
};

/** An in-bill holds its lines itself. */
const inBillHooks: ResourceHooks<"warehouse-in-bill"> = {
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
