// What is ordered: goods that are for sale on the platform, with name, picture, spec, code and price as they are at this moment.
import { sql } from "kysely";
import type { Text } from "#schema/text";
import type { CommitContext } from "../../contract.ts";
import { anyOf, db, rows } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";

/** A line as it is asked for. */
export interface WantedLine {
  readonly commodityId: string;
  readonly skuId: string;
  readonly quantity: number;
}

/** The facts of a SKU and its commodity. */
export interface Goods {
  readonly skuId: string;
  readonly commodityId: string | null;
  readonly commodityName: string | null;
  readonly commodityImage: string | null;
  readonly specText: string | null;
  readonly skuCode: string | null;
  readonly price: string | null;
  readonly freight: string | null;
  readonly limitQuantity: number | null;
  readonly stock: number | null;
  /** Why it cannot be bought; undefined where it can. */
  readonly fault: Text | undefined;
}

const enabled = 1;
const onShelf = 1;
const forPoints = 2;

export const goodsName = ({ commodityName, specText }: Pick<Goods, "commodityName" | "specText">): string =>
  [commodityName, specText].filter((part) => part !== null && part !== "").join(" ");

interface Facts {
  readonly commodityName: string | null;
  readonly specText: string | null;
  readonly status: number | null;
  readonly skuStatus: number | null;
  readonly type: number | null;
  readonly price: string | null;
  readonly isSoldThere: boolean;
  readonly isGone: boolean;
}

function faultOf(goods: Facts): Text | undefined {
  const name = goodsName(goods);
  if (goods.isGone) return [`“${name}”已被删除`, `“${name}” was removed`];
  if (goods.status !== onShelf) return [`“${name}”未上架`, `“${name}” is not on the shelf`];
  if (goods.skuStatus !== enabled) return [`“${name}”已停用`, `“${name}” is disabled`];
  if (goods.type === forPoints) return [`“${name}”是积分商品，只能用积分兑换`, `“${name}” is only exchanged for points`];
  if (!goods.isSoldThere) return [`“${name}”不在该平台销售`, `“${name}” is not sold on this platform`];
  if (goods.price === null) return [`“${name}”未定价`, `“${name}” has no price`];
  return undefined;
}

/** The goods of SKUs as a platform sells them, by SKU; locked in the order of their ids where they are about to be taken. */
export async function goodsOf(
  context: CommitContext,
  tx: Transaction,
  { skuIds, platformId }: { readonly skuIds: readonly string[]; readonly platformId: string | null },
): Promise<ReadonlyMap<string, Goods>> {
  const { withRemoved } = tables(context);
  const found = await rows(
    tx,
    db
      .selectFrom(withRemoved("commodity-sku", "k"))
      .innerJoin(withRemoved("commodity", "c"), "c.id", "k.commodityId")
      .where("k.id", "=", anyOf(skuIds))
      .orderBy("k.id")
      .forNoKeyUpdate("k")
      .select(({ ref, fn }) => [
        "k.id as skuId",
        "k.commodityId",
        "c.name as commodityName",
        fn.coalesce(sql<string | null>`nullif(${ref("k.image")}, '')`, "c.mainImage").as("commodityImage"),
        "k.specText",
        "k.skuCode",
        "k.price",
        "c.freight",
        "c.limitQuantity",
        "k.stock",
        "c.status",
        "k.status as skuStatus",
        "c.type",
        sql<boolean>`coalesce(${platformId}::bigint = any(${ref("c.clientPlatformIds")}), false)`.as("isSoldThere"),
        sql<boolean>`(${ref("k.isDeleted")} = 1 or ${ref("c.isDeleted")} = 1)`.as("isGone"),
      ]),
  );
  return new Map(found.map((goods) => [goods.skuId, { ...goods, fault: faultOf(goods) }]));
}

/** How many pieces of commodities a member has bought already, where each member may only have so many. Orders that came to nothing do not count. */
export async function boughtBefore(
  context: CommitContext,
  tx: Transaction,
  {
    memberId,
    commodityIds,
    besides,
  }: { readonly memberId: string | null; readonly commodityIds: readonly (string | null)[]; readonly besides: readonly number[] },
): Promise<ReadonlyMap<string, number>> {
  if (commodityIds.length === 0) return new Map();
  const { unscoped } = tables(context);
  const found = await rows(
    tx,
    db
      .selectFrom(unscoped("order-detail", "d"))
      .innerJoin(unscoped("order", "o"), "o.id", "d.orderId")
      .where("o.memberId", "=", memberId)
      .where("d.commodityId", "=", anyOf(commodityIds.flatMap((id) => id ?? [])))
      .where("o.status", "not in", [...besides])
      .groupBy("d.commodityId")
      .select(({ ref }) => [
        "d.commodityId",
        sql<number>`sum(${ref("d.quantity")} - coalesce(${ref("d.refundQuantity")}, 0))::int`.as("pieces"),
      ]),
  );
  return new Map(found.flatMap(({ commodityId, pieces }) => (commodityId === null ? [] : [[commodityId, pieces]])));
}
