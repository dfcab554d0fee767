// Stock of what the shop sells: goods that were promised or given away and come back (catalogue, `commodity-sku`).
import type { CommitContext } from "../../contract.ts";
import type { Transaction } from "../../store/database.ts";

export interface Quantity {
  readonly skuId: string;
  readonly quantity: number;
}

/**
 * Puts quantities back into stock: of "locked" goods at most what is locked, so that neither number ever gets below nothing; "sold" ones had left it.
 * The commodity's stock follows from its SKUs.
 */
export async function returnStock(context: CommitContext, tx: Transaction, quantities: readonly Quantity[], were: "locked" | "sold"): Promise<void> {
  const { tenantId } = context.scope;
  const [ids, amounts] = [quantities.map(({ skuId }) => skuId), quantities.map(({ quantity }) => quantity)];
  // In the order of their ids, so that two calls do not wait for each other.
  const { rows } = await tx.query({ sql: "select commodity_id from commodity_sku where tenant_id = $1 and id = any($2::bigint[]) order by id for no key update", parameters: [tenantId, ids] });
  const back = were === "locked" ? "least(coalesce(s.lock_stock, 0), q.quantity)" : "q.quantity";
  await tx.batch([
    {
      sql: `update commodity_sku s set stock = coalesce(s.stock, 0) + ${back}${were === "locked" ? `, lock_stock = coalesce(s.lock_stock, 0) - ${back}` : ""}, update_user = $4, update_time = $5, version = s.version + 1
        from (select sku_id, sum(quantity)::int as quantity from unnest($2::bigint[], $3::int[]) as given (sku_id, quantity) group by sku_id) q
        where s.tenant_id = $1 and s.id = q.sku_id`,
      parameters: [tenantId, ids, amounts, context.caller.userId, context.now()],
    },
    {
      sql: `update commodity c set stock = (select coalesce(sum(s.stock), 0) from commodity_sku s where s.tenant_id = c.tenant_id and s.commodity_id = c.id and s.is_deleted = 0)
        where c.tenant_id = $1 and c.id = any($2::bigint[])`,
      parameters: [tenantId, rows.map((row) => row["commodity_id"])],
    },
  ]);
}
