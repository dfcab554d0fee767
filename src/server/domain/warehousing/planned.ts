// The planned quantity of a stock document, which follows from its lines whichever way the goods go.
import { sql } from "kysely";
import type { CommitContext, Domain, ResourceHooks, Values } from "../../contract.ts";
import { allOf, db, run } from "../../rows/query.ts";
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
  line: Readonly<Values>,
  leaving: readonly string[] = [],
): Promise<void> {
  const document = documents.get(Number(line["docKind"]));
  if (document === undefined) return;
  const { unscoped, withRemoved } = tables(context);
  const planned = db
    .selectFrom(unscoped("doc-detail", "l"))
    .where("l.docId", "=", String(line["docId"]))
    .where("l.id", "<>", allOf(leaving))
    .select(({ fn, ref, selectFrom }) => {
      const units = selectFrom(unscoped("specpacklayer", "p"))
        .whereRef("p.specId", "=", "l.specId")
        .whereRef("p.layer", "=", "l.layer")
        .select(({ fn: { max } }) => max("p.totalNum").as("units"));
      return fn.coalesce(sql<number>`sum(${ref("l.num")} * coalesce(${units}, 1))`, sql.lit(0)).as("units");
    });
  await run(tx, updateDerived(withRemoved(document, "d")).set({ planNum: planned }).where("d.id", "=", String(line["docId"])));
}

const lineHooks: ResourceHooks = {
  submit: {
    afterWrite: (tx, context, { values, current }) => countPlanned(tx, context, { ...current, ...values }),
  },
  remove: {
    beforeWrite: async (tx, context, { rows }) => {
      const ids = rows.map((row) => String(row["id"]));
      for (const line of new Map(rows.map((row) => [row["docId"], row])).values()) await countPlanned(tx, context, line, ids);
    },
  },
};

export const plannedDomain: Domain = { reads: {}, actions: {}, hooks: { "doc-detail": lineHooks } };
