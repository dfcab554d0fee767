// Bills of a warehouse: one is closed only when no document that carries it out is under way.
import type { Domain, Effect } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";

/** Documents in these states are under way: draft, begun, being worked on. */
const unfinished = [0, 1, 3];

/** The documents that carry out a kind of bill. */
const documents = { "warehouse-in-bill": ["stock_in_doc", "warehouse_in_bill_id"], "warehouse-out-bill": ["stock_out_doc", "warehouse_out_bill_id"] } as const;

function closing(bill: keyof typeof documents): Effect {
  const [table, column] = documents[bill];
  return {
    commit: async (tx, { scope }, { ids }) => {
      const found = await tx.first({
        sql: `select doc_no from ${table} where tenant_id = $1 and ${column} = any($2::bigint[]) and status = any($3::int[]) and is_deleted = 0 order by id limit 1`,
        parameters: [scope.tenantId, ids, unfinished],
      });
      if (found === undefined) return;
      const number = String(found["doc_no"] ?? "");
      throw businessError("documentUnderWay", [`单据“${number}”尚未完成，不能关闭账单`, `Document “${number}” is under way; the bill cannot be closed`], { data: { docNo: number } });
    },
  };
}

export const billsDomain: Domain = {
  reads: {},
  actions: { "warehouse-in-bill.close": closing("warehouse-in-bill"), "warehouse-out-bill.close": closing("warehouse-out-bill") },
  hooks: {},
};
