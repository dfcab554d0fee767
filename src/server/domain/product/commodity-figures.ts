// What a commodity shows of its SKUs: the lowest price, and the sums of stock and sales.
import { sql } from "kysely";
import type { CommitContext } from "../../contract.ts";
import { allOf, anyOf, db, rows, run } from "../../rows/query.ts";
import { tables, updateDerived } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";

/**
 * Works out anew what commodities show. Their rows are locked first, in the order of their ids: of two calls that change SKUs of one
 * commodity the second sums up what the first has written, and two calls over several commodities do not wait for each other.
 */
export async function summariseCommodities(
  context: CommitContext,
  tx: Transaction,
  commodityIds: readonly (string | null)[],
  leaving: readonly string[] = [],
): Promise<void> {
  const { unscoped, withRemoved } = tables(context);
  await rows(
    tx,
    db.selectFrom(withRemoved("commodity", "c")).where("c.id", "=", anyOf(commodityIds)).orderBy("c.id").forNoKeyUpdate().select("c.id"),
  );
  const figures = db
    .selectFrom(withRemoved("commodity", "o"))
    .leftJoin(unscoped("commodity-sku", "k"), (join) => join.onRef("k.commodityId", "=", "o.id").on("k.id", "<>", allOf(leaving)))
    .where("o.id", "=", anyOf(commodityIds))
    .groupBy("o.id")
    .select(({ fn, ref }) => [
      "o.id",
      fn.min("k.price").as("price"),
      sql<number>`coalesce(sum(${ref("k.stock")}), 0)`.as("stock"),
      sql<number>`coalesce(sum(${ref("k.sales")}), 0)`.as("sales"),
    ]);
  await run(
    tx,
    updateDerived(withRemoved("commodity", "c"))
      .from(figures.as("f"))
      .whereRef("c.id", "=", "f.id")
      .set(({ ref }) => ({ price: ref("f.price"), stock: ref("f.stock"), sales: ref("f.sales") })),
  );
}
