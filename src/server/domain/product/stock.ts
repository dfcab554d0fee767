// Stock of what the shop sells: goods that were promised or given away and come back.
import { sql } from "kysely";
import type { CommitContext } from "../../contract.ts";
import { anyOf, db, rows, run } from "../../rows/query.ts";
import { tables, update, updateDerived } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";

export interface Quantity {
  readonly skuId: string | null;
  readonly quantity: number | null;
}

/**
 * Puts quantities back into stock: of "locked" goods at most what is locked, so that neither number ever gets below nothing; "sold" ones
 * had left it. The commodity's stock follows from its SKUs.
 */
export async function returnStock(
  context: CommitContext,
  tx: Transaction,
  quantities: readonly Quantity[],
  were: "locked" | "sold",
): Promise<void> {
  const { unscoped, withRemoved } = tables(context);
  const ids = quantities.map(({ skuId }) => skuId);
  const given = sql<{
    skuId: string;
    quantity: number;
  }>`unnest(${ids}::bigint[], ${quantities.map(({ quantity }) => quantity ?? 0)}::int[])`.as<"g">(sql`g(sku_id, quantity)`);
  const returned = db
    .selectFrom(given)
    .groupBy("g.skuId")
    .select(({ ref }) => ["g.skuId", sql<number>`sum(${ref("g.quantity")})::int`.as("quantity")]);
  // In the order of their ids, so that two calls do not wait for each other.
  const skus = await rows(
    tx,
    db
      .selectFrom(withRemoved("commodity-sku", "s"))
      .where("s.id", "=", anyOf(ids))
      .orderBy("s.id")
      .forNoKeyUpdate()
      .select("s.commodityId"),
  );
  const updating = update(context, withRemoved("commodity-sku", "s")).from(returned.as("q")).whereRef("s.id", "=", "q.skuId");
  await run(
    tx,
    were === "sold"
      ? updating.set(({ ref }) => ({ stock: sql<number>`coalesce(${ref("s.stock")}, 0) + ${ref("q.quantity")}` }))
      : updating.set(({ ref }) => {
          const back = sql<number>`least(coalesce(${ref("s.lockStock")}, 0), ${ref("q.quantity")})`;
          return {
            stock: sql<number>`coalesce(${ref("s.stock")}, 0) + ${back}`,
            lockStock: sql<number>`coalesce(${ref("s.lockStock")}, 0) - ${back}`,
          };
        }),
    updateDerived(withRemoved("commodity", "c"))
      .where("c.id", "=", anyOf(skus.flatMap(({ commodityId }) => commodityId ?? [])))
      .set(({ ref: commodity }) => ({
        stock: db
          .selectFrom(unscoped("commodity-sku", "s"))
          .where("s.commodityId", "=", commodity("c.id"))
          .select(({ ref }) => sql<number>`coalesce(sum(${ref("s.stock")}), 0)`.as("stock")),
      })),
  );
}
