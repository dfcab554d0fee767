// The planned quantity of a stock document, which follows from its lines whichever way the goods go.
import type { CommitContext, Domain, ResourceHooks, Values } from "../../contract.ts";
import type { Transaction } from "../../store/database.ts";

/** docKind of the lines of a stock-in and of a stock-out document. */
export const stockIn = 1;
export const stockOut = 2;

/** The table of the documents that lines of a kind belong to. */
const tables: ReadonlyMap<number, string> = new Map([[stockIn, "stock_in_doc"], [stockOut, "stock_out_doc"]]);

/** Base units of the lines of a document, each by what its layer holds; a layer that is not set up counts as one unit. */
async function countPlanned(tx: Transaction, context: CommitContext, line: Readonly<Values>, leaving: readonly unknown[] = []): Promise<void> {
  const table = tables.get(Number(line["docKind"]));
  if (table === undefined) return;
  await tx.query({
    sql: `update ${table} d set plan_num = (
        select coalesce(sum(l.num * coalesce((select max(p.total_num) from specpacklayer p where p.tenant_id = l.tenant_id and p.spec_id = l.spec_id and p.layer = l.layer and p.is_deleted = 0), 1)), 0)
        from doc_detail l where l.tenant_id = d.tenant_id and l.doc_id = d.id::text and l.is_deleted = 0 and l.id <> all($3::bigint[]))
      where d.tenant_id = $1 and d.id = $2::bigint`,
    parameters: [context.scope.tenantId, line["docId"], leaving],
  });
}

const lineHooks: ResourceHooks = {
  submit: { afterWrite: (tx, context, { values, current }) => countPlanned(tx, context, { ...current, ...values }) },
  remove: {
    beforeWrite: async (tx, context, { rows }) => {
      const ids = rows.map((row) => row["id"]);
      for (const line of new Map(rows.map((row) => [row["docId"], row])).values()) await countPlanned(tx, context, line, ids);
    },
  },
};

export const plannedDomain: Domain = { reads: {}, actions: {}, hooks: { "doc-detail": lineHooks } };
