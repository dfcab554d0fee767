// The planned quantity of a stock document, which follows from its lines whichever way the goods go.
import { sql } from "kysely";
import type { CommitContext, Domain, ResourceHooks } from "../../contract.ts";
import { allOf, db, run } from "../../rows/query.ts";
import type { RowValues } from "../../rows/stored.ts";
import { tables, updateDerived } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";

/** docKind of the lines of a stock-in and of a stock-out document. */
export const stockIn = 1;
export const stockOut = 2;

/** The documents that lines of a kind belong to. */
const documents: ReadonlyMap<number, "stock-in-doc" | "stock-out-doc"> = new Map([
  [stockIn, "stock-in-doc"],
  [stockOut, "stock-out-doc"],
]);

/** Base units of the lines of a document, each by what its layer holds; a layer that is not set up counts as one unit. */
async function countPlanned(
  tx: Transaction,
  context: CommitContext,
  { docKind, docId = null }: RowValues<"doc-detail">,
  leaving: readonly string[] = [],
): Promise<void> {
  const document = documents.get(docKind ?? 0);
  if (document === undefined) return;
  const { unscoped, withRemoved } = tables(context);
  const planned = db
    .selectFrom(unscoped("doc-detail", "l"))
    .where("l.docId", "=", docId)
    .where("l.id", "<>", allOf(leaving))
    .select(({ fn, ref, selectFrom }) => {
      const units = selectFrom(unscoped("specpacklayer", "p"))
        .whereRef("p.specId", "=", "l.specId")
        .whereRef("p.layer", "=", "l.layer")
        .select(({ fn: { max } }) => max("p.totalNum").as("units"));
      return fn.coalesce(sql<number>`sum(${ref("l.num")} * coalesce(${units}, 1))`, sql.lit(0)).as("units");
    });
  await run(tx, updateDerived(withRemoved(document, "d")).set({ planNum: planned }).where("d.id", "=", docId));
}

const lineHooks: ResourceHooks<"doc-detail"> = {
  submit: {
    afterWrite: (tx, context, { values, current }) => countPlanned(tx, context, { ...current, ...values }),
  },
  remove: {
    beforeWrite: async (tx, context, { rows }) => {
      const ids = rows.map((row) => row.id);
      for (const line of new Map(rows.map((row) => [row.docId, row])).values()) await countPlanned(tx, context, line, ids);
    },
  },
};

export const plannedDomain: Domain = { reads: {}, actions: {}, hooks: { "doc-detail": lineHooks } };
