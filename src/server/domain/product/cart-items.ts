// Lines of carts are valid while their commodity is on the shelf, their SKU enabled and sold where the cart is (catalogue, `cart-item`).
import type { CommitContext } from "../../contract.ts";
import type { Transaction } from "../../store/database.ts";

/** Says anew of the cart lines of commodities whether they are valid. Orders keep what they hold. */
export async function refreshCartItems(context: CommitContext, tx: Transaction, commodityIds: readonly string[]): Promise<void> {
  if (commodityIds.length === 0) return;
  await tx.query({
    sql: `update cart_item i set status = f.status, update_user = $3::bigint, update_time = $4::timestamp, version = i.version + 1
      from (select l.id, case when c.status = 1 and k.status = 1 and k.is_deleted = 0 and l.client_platform_id = any(c.client_platform_ids) then 1 else 2 end as status
        from cart_item l join commodity c on c.tenant_id = l.tenant_id and c.id = l.commodity_id join commodity_sku k on k.tenant_id = l.tenant_id and k.id = l.commodity_sku_id
        where l.tenant_id = $1 and l.commodity_id = any($2::bigint[]) and l.is_deleted = 0) f
      where i.tenant_id = $1 and i.id = f.id and i.status <> f.status`,
    parameters: [context.scope.tenantId, commodityIds, context.caller.userId, context.now()],
  });
}
