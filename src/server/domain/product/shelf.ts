// Putting products on sale and commodities on the shelf, and taking them off (catalogue, `product-spu`, `commodity`). The frame moves the state.
import type { Domain, Effect } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";
import { missingAttributes } from "./attributes.ts";
import { refreshCartItems } from "./cart-items.ts";

/** States of a product and of a commodity. */
const onSale = 1;
const offShelf = 2;
/** Commodities of this type are paid with points. */
const forPoints = 2;

const publish: Effect = {
  commit: async (tx, { scope }, { rows }) => {
    for (const spu of rows) {
      const [id, name] = [String(spu["id"]), String(spu["name"])];
      const sku = await tx.first({
        sql: "select 1 from product_sku where tenant_id = $1 and spu_id = $2::bigint and status = 1 and is_deleted = 0 limit 1",
        parameters: [scope.tenantId, id],
      });
      if (sku === undefined) throw businessError("noEnabledSku", [`产品“${name}”没有启用的SKU，不能上架`, `SPU “${name}” has no enabled SKU, so it cannot be published`], { data: { id } });
      const missing = await missingAttributes(tx, scope.tenantId, id);
      if (missing.length > 0) {
        throw businessError("missingAttributes", [`产品“${name}”缺少必填的基本属性：${missing.join("、")}`, `SPU “${name}” lacks required attributes: ${missing.join(", ")}`], { data: { id, attributes: missing } });
      }
    }
  },
};

/** What is sold of the product goes off the shelf with it. */
const unpublish: Effect = {
  commit: async (tx, context, { ids }) => {
    const { rows } = await tx.query({
      sql: `update commodity set status = $3, update_user = $4::bigint, update_time = $5::timestamp, version = version + 1
        where tenant_id = $1 and spu_id = any($2::bigint[]) and status = $6 and is_deleted = 0 returning id`,
      parameters: [context.scope.tenantId, ids, offShelf, context.caller.userId, context.now(), onSale],
    });
    await refreshCartItems(context, tx, rows.map((row) => String(row["id"])));
  },
};

const putOnShelf: Effect = {
  commit: async (tx, context, { ids, rows }) => {
    const { scope } = context;
    for (const commodity of rows) {
      const id = String(commodity["id"]);
      const name = String(commodity["name"]);
      if (commodity["spuId"] !== null) {
        // Shared with its publishing, so that neither overtakes the other.
        const spu = await tx.first({ sql: "select name, status from product_spu where tenant_id = $1 and id = $2::bigint and is_deleted = 0 for share", parameters: [scope.tenantId, commodity["spuId"]] });
        if (Number(spu?.["status"] ?? 0) !== onSale) {
          const spuName = String(spu?.["name"] ?? "");
          throw businessError("spuNotOnSale", [`商品“${name}”关联的产品“${spuName}”未上架，不能上架`, `The SPU “${spuName}” of commodity “${name}” is not on sale`], { data: { id } });
        }
      }
      // What is paid with points has its price in points, on the SKU or on the commodity.
      const sku = await tx.first({
        sql: `select k.id from commodity_sku k join commodity c on c.tenant_id = k.tenant_id and c.id = k.commodity_id
          where k.tenant_id = $1 and k.commodity_id = $2::bigint and k.status = 1 and k.is_deleted = 0
            and (case when c.type = $3 then greatest(k.points, c.exchange_points) else k.price end) > 0 limit 1`,
        parameters: [scope.tenantId, id, forPoints],
      });
      if (sku === undefined) throw businessError("noPricedSku", [`商品“${name}”没有启用且已定价的SKU，不能上架`, `Commodity “${name}” has no enabled SKU with a price, so it cannot go on the shelf`], { data: { id } });
    }
    await refreshCartItems(context, tx, ids);
  },
};

const takeOffShelf: Effect = { commit: (tx, context, { ids }) => refreshCartItems(context, tx, ids) };

export const shelfDomain: Domain = {
  reads: {},
  actions: { "product-spu.publish": publish, "product-spu.unpublish": unpublish, "commodity.onShelf": putOnShelf, "commodity.offShelf": takeOffShelf },
  hooks: {},
};
