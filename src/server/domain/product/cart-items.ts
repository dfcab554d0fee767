// Lines of carts show what their SKU costs now, and are valid while their commodity is on the shelf, and their SKU enabled and sold where
// the cart is.
import { sql } from "kysely";
import type { CommitContext } from "../../contract.ts";
import { anyOf, db, run } from "../../rows/query.ts";
import { bySet, tables, update } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";

/** Says anew of the cart lines of commodities whether they are valid, and what they cost. Orders keep what they hold. */
export async function refreshCartItems(context: CommitContext, tx: Transaction, commodityIds: readonly (string | null)[]): Promise<void> {
  if (commodityIds.length === 0) return;
  const { unscoped, withRemoved } = tables(context);
  const validity = db
    .selectFrom(unscoped("cart-item", "l"))
    .innerJoin(withRemoved("commodity", "c"), "c.id", "l.commodityId")
    .innerJoin(withRemoved("commodity-sku", "k"), "k.id", "l.commoditySkuId")
    .where("l.commodityId", "=", anyOf(commodityIds))
    .select(({ ref }) => [
      "l.id",
      "k.price",
      sql<number>`case when ${ref("c.status")} = 1 and ${ref("k.status")} = 1 and ${ref("k.isDeleted")} = 0 and ${ref("l.clientPlatformId")} = any(${ref("c.clientPlatformIds")}) then 1 else 2 end`.as(
        "status",
      ),
    ]);
  await run(
    tx,
    update(context, unscoped("cart-item", "i"), bySet)
      .from(validity.as("f"))
      .set(({ ref }) => ({ status: ref("f.status"), currentPrice: ref("f.price") }))
      .whereRef("i.id", "=", "f.id")
      .where(({ or, eb, ref }) =>
        or([eb("i.status", "is distinct from", ref("f.status")), eb("i.currentPrice", "is distinct from", ref("f.price"))]),
      ),
  );
}
