// Lines of carts: the same goods are there once, and no more of them than there are or than a member may buy.
import type { CommitContext, Domain, ResourceHooks } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { lockRow } from "../../crud/write/server-rows.ts";
import { db, first, run } from "../../rows/query.ts";
import type { StoredRow, WritableValues } from "../../rows/stored.ts";
import { tables, updateWithoutVersion } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { mayEarn } from "../loyalty/member-status.ts";
import { goodsOf, goodsName, type Goods } from "./ordered-goods.ts";

const valid = 1;

/** The line that is there for the same goods; the new one takes its place. */
async function takeOver(context: CommitContext, tx: Transaction, values: WritableValues<"cart-item">): Promise<void> {
  const { unscoped } = tables(context);
  const there = await first(
    tx,
    db
      .selectFrom(unscoped("cart-item", "i"))
      .where("i.memberId", "=", values.memberId ?? null)
      .where("i.clientPlatformId", "=", values.clientPlatformId ?? null)
      .where("i.commoditySkuId", "=", values.commoditySkuId ?? null)
      .forNoKeyUpdate()
      .select(["i.id", "i.quantity", "i.price"]),
  );
  if (there === undefined) return;
  await run(tx, updateWithoutVersion(unscoped("cart-item", "i")).set({ isDeleted: 1 }).where("i.id", "=", there.id));
  values.quantity = (values.quantity ?? 0) + (there.quantity ?? 0);
  values.price = there.price;
}

const refused = (context: CommitContext, field: string, zh: string, en: string) =>
  fieldError(context, "cart-item", field, { code: "notAllowed", message: [zh, en] });

/** Refuses more pieces than there are, and more than each member may buy. */
function requireWithin(context: CommitContext, goods: Goods, quantity: number): void {
  const [name, stock, limit] = [goodsName(goods), goods.stock ?? 0, goods.limitQuantity ?? 0];
  if (quantity > stock) throw refused(context, "quantity", `“${name}”库存仅剩 ${stock} 件`, `There are only ${stock} of “${name}”`);
  if (limit > 0 && quantity > limit)
    throw refused(context, "quantity", `“${name}”每人限购 ${limit} 件`, `Each member may buy ${limit} of “${name}”`);
}

async function goodsIn(context: CommitContext, tx: Transaction, line: Partial<StoredRow<"cart-item">>): Promise<Goods> {
  const goods = (await goodsOf(context, tx, { skuIds: [line.commoditySkuId ?? "0"], platformId: line.clientPlatformId ?? null })).get(
    line.commoditySkuId ?? "",
  );
  if (goods === undefined) throw refused(context, "commoditySkuId", "商品SKU不存在", "There is no such SKU");
  return goods;
}

const hooks: ResourceHooks<"cart-item"> = {
  // Prices and limits are judged again when it is ordered.
  restore: {},
  submit: {
    beforeChange: async (tx, context, { values, current }) => {
      // No caller gives prices; rows of a seed have them.
      if (current === undefined && values.currentPrice !== undefined) return;
      if (current !== undefined && (values.quantity === undefined || values.quantity === current.quantity)) return;
      const line = { ...current, ...values };
      const goods = await goodsIn(context, tx, line);
      if (goods.fault !== undefined) throw refused(context, current === undefined ? "commoditySkuId" : "quantity", ...goods.fault);
      // Two who add the same goods at once come one after the other.
      const member = await lockRow(context, tx, "member", line.memberId);
      if (!mayEarn(member)) {
        const name = member.nickName ?? "";
        throw refused(
          context,
          current === undefined ? "memberId" : "quantity",
          `会员“${name}”已禁用或注销，不能加购`,
          `Member “${name}” is disabled or cancelled, and puts nothing into the cart`,
        );
      }
      if (current === undefined) {
        values.price = goods.price;
        await takeOver(context, tx, values);
        Object.assign(values, { currentPrice: goods.price, status: valid });
      }
      requireWithin(context, goods, values.quantity ?? 0);
    },
  },
};

export const cartDomain: Domain = { reads: {}, actions: {}, hooks: { "cart-item": hooks }, effects: ["cart-item.addUp"] };
