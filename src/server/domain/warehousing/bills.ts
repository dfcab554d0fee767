// Bills of a warehouse: one is closed only when no document that carries it out is under way.
import type { Domain, Effect } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";
import { anyOf, db, first } from "../../rows/query.ts";
import { tables, type TableSources } from "../../rows/tables.ts";

/** Documents in these states are under way: draft, begun, being worked on. */
const unfinished = [0, 1, 3];

const documents = {
  "warehouse-in-bill": ({ unscoped }: TableSources, ids: readonly string[]) =>
    db.selectFrom(unscoped("stock-in-doc", "d")).where("d.warehouseInBillId", "=", anyOf(ids)),
  "warehouse-out-bill": ({ unscoped }: TableSources, ids: readonly string[]) =>
    db.selectFrom(unscoped("stock-out-doc", "d")).where("d.warehouseOutBillId", "=", anyOf(ids)),
} as const;

/** Refuses bills while a document that carries one out is under way. */
const closing = (bill: keyof typeof documents): Effect<`${keyof typeof documents}.close`> => ({
  commit: async (tx, context, { ids }) => {
    const row = await first(
      tx,
      documents[bill](tables(context), ids).where("d.status", "in", unfinished).orderBy("d.id").limit(1).select("d.docNo"),
    );
    if (row === undefined) return;
    const number = row.docNo ?? "";
    throw businessError(
      "documentUnderWay",
      [`单据“${number}”尚未完成，不能关闭账单`, `Document “${number}” is under way; the bill cannot be closed`],
      { data: { docNo: number } },
    );
  },
});

export const billsDomain: Domain = {
  reads: {},
  actions: { "warehouse-in-bill.close": closing("warehouse-in-bill"), "warehouse-out-bill.close": closing("warehouse-out-bill") },
  hooks: {},
};
