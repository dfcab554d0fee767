// Putting products on sale and commodities on the shelf, and taking them off. The frame moves the state.
import { sql } from "kysely";
import type { Domain, Effect } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";
import { anyOf, db, first, rows as rowsOf } from "../../rows/query.ts";
import { tables, update } from "../../rows/tables.ts";
import { missingAttributes } from "./attributes.ts";
import { refreshCartItems } from "./cart-items.ts";

/** States of a product and of a commodity. */
const onSale = 1;
const offShelf = 2;
/** State of a SKU that is sold. */
const enabled = 1;
/** Commodities of this type are paid with points. */
const forPoints = 2;

const publish: Effect<"product-spu.publish"> = {
  commit: async (tx, context, { rows }) => {
    const { unscoped } = tables(context);
    for (const spu of rows) {
      const { id, name } = spu;
      const sku = await first(
        tx,
        db.selectFrom(unscoped("product-sku", "k")).where("k.spuId", "=", id).where("k.status", "=", enabled).limit(1).select("k.id"),
      );
      if (sku === undefined)
        throw businessError(
          "noEnabledSku",
          [`产品“${name}”没有启用的SKU，不能上架`, `SPU “${name}” has no enabled SKU, so it cannot be published`],
          { data: { id } },
        );
      const missing = await missingAttributes(context, tx, id);
      if (missing.length > 0) {
        throw businessError(
          "missingAttributes",
          [`产品“${name}”缺少必填的基本属性：${missing.join("、")}`, `SPU “${name}” lacks required attributes: ${missing.join(", ")}`],
          { data: { id, attributes: missing } },
        );
      }
    }
  },
};

/** What is sold of the product goes off the shelf with it. */
const unpublish: Effect<"product-spu.unpublish"> = {
  commit: async (tx, context, { ids }) => {
    const sold = update(context, tables(context).unscoped("commodity", "c"))
      .set({ status: offShelf })
      .where("c.spuId", "=", anyOf(ids))
      .where("c.status", "=", onSale)
      .returning("c.id");
    await refreshCartItems(
      context,
      tx,
      (await rowsOf(tx, sold)).map(({ id }) => id),
    );
  },
};

const putOnShelf: Effect<"commodity.onShelf"> = {
  commit: async (tx, context, { ids, rows }) => {
    const { unscoped, withRemoved } = tables(context);
    for (const commodity of rows) {
      const { id, name, spuId } = commodity;
      if (spuId !== null) {
        // Shared with its publishing, so that neither overtakes the other.
        const spu = await first(
          tx,
          db.selectFrom(unscoped("product-spu", "s")).where("s.id", "=", spuId).forShare().select(["s.name", "s.status"]),
        );
        if (spu?.status !== onSale) {
          const spuName = spu?.name ?? "";
          throw businessError(
            "spuNotOnSale",
            [`商品“${name}”关联的产品“${spuName}”未上架，不能上架`, `The SPU “${spuName}” of commodity “${name}” is not on sale`],
            { data: { id } },
          );
        }
      }
      // What is paid with points has its price in points, on the SKU or on the commodity.
      const sku = await first(
        tx,
        db
          .selectFrom(unscoped("commodity-sku", "k"))
          .innerJoin(withRemoved("commodity", "c"), "c.id", "k.commodityId")
          .where("k.commodityId", "=", id)
          .where("k.status", "=", enabled)
          .where(
            ({ ref }) =>
              sql<boolean>`case when ${ref("c.type")} = ${forPoints} then greatest(${ref("k.points")}, ${ref("c.exchangePoints")}) else ${ref("k.price")} end > 0`,
          )
          .limit(1)
          .select("k.id"),
      );
      if (sku === undefined)
        throw businessError(
          "noPricedSku",
          [
            `商品“${name}”没有启用且已定价的SKU，不能上架`,
            `Commodity “${name}” has no enabled SKU with a price, so it cannot go on the shelf`,
          ],
          { data: { id } },
        );
    }
    await refreshCartItems(context, tx, ids);
  },
};

const takeOffShelf: Effect<"commodity.offShelf"> = { commit: (tx, context, { ids }) => refreshCartItems(context, tx, ids) };

export const shelfDomain: Domain = {
  reads: {},
  actions: {
    "product-spu.publish": publish,
    "product-spu.unpublish": unpublish,
    "commodity.onShelf": putOnShelf,
    "commodity.offShelf": takeOffShelf,
  },
  hooks: {},
};
