// An exchange as it comes into being: what it costs, where it goes, and what it takes.
import { sql } from "kysely";
import type { CommitContext, SubmitEffect } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { lockRow, readRow } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import { db, first } from "../../rows/query.ts";
import type { StoredRow, WritableValues } from "../../rows/stored.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { takeStock } from "../product/stock.ts";
import { memberStatus } from "./member-status.ts";
import { movePoints, pointsReasons } from "./points-ledger.ts";

const receiveTypes = { delivery: 1, pickup: 2 } as const;
const forPoints = 2;
const onShelf = 1;
const enabled = 1;
const activeTerminal = 1;
const cancelled = 3;
/** What an integer column holds. */
const maxPoints = 2_147_483_647;

type Exchange = WritableValues<"exchange-record">;

const wrong = (context: CommitContext, field: string, zh: string, en: string) =>
  fieldError(context, "exchange-record", field, { code: "rule", message: [zh, en] });

/** Members exchange in their normal state only; the row stays locked, so that nobody disables it meanwhile. */
async function requireMember(context: CommitContext, tx: Transaction, memberId: string | null): Promise<StoredRow<"member">> {
  const member = await lockRow(context, tx, "member", memberId);
  if (member.status === memberStatus.normal) return member;
  const name = member.nickName ?? "";
  throw businessError(
    "memberNotNormal",
    [`会员“${name}”已禁用或注销，不能兑换`, `Member “${name}” is disabled or cancelled and cannot exchange points`],
    { data: { memberId: member.id } },
  );
}

/** What one piece costs: the SKU's own price in points, else that of its commodity. */
async function priceOf(context: CommitContext, tx: Transaction, { commodityId, commoditySkuId }: Exchange): Promise<number> {
  const commodity = await readRow(context, tx, "commodity", commodityId);
  const sku = await readRow(context, tx, "commodity-sku", commoditySkuId);
  const name = commodity?.name ?? "";
  if (commodity?.type !== forPoints) throw wrong(context, "commodityId", `“${name}”不是积分商品`, `“${name}” is not exchanged for points`);
  if (commodity.status !== onShelf) throw wrong(context, "commodityId", `“${name}”未上架`, `“${name}” is not on the shelf`);
  if (sku?.status !== enabled || sku.commodityId !== commodity.id) {
    const spec = sku?.specText ?? "";
    throw wrong(context, "commoditySkuId", `规格“${spec}”已停用`, `SKU “${spec}” is disabled`);
  }
  const price = (sku.points ?? 0) > 0 ? (sku.points ?? 0) : (commodity.exchangePoints ?? 0);
  if (price <= 0) throw wrong(context, "commodityId", `“${name}”没有设置兑换积分`, `“${name}” has no price in points`);
  return price;
}

/** A member gets no more of a commodity than its limit, in all exchanges that stand; the member is locked. */
async function requireWithinLimit(
  context: CommitContext,
  tx: Transaction,
  { id, memberId, commodityId, quantity }: Exchange & { readonly id: string },
): Promise<void> {
  const limit = (await readRow(context, tx, "commodity", commodityId))?.limitQuantity ?? 0;
  if (limit <= 0) return;
  const standing = db
    .selectFrom(tables(context).unscoped("exchange-record", "e"))
    .where("e.memberId", "=", memberId ?? null)
    .where("e.commodityId", "=", commodityId ?? null)
    .where("e.id", "<>", id)
    .where("e.status", "<>", cancelled);
  const had = await first(
    tx,
    standing.select(({ ref }) => sql<number>`coalesce(sum(${ref("e.quantity")}), 0)::int`.as("quantity")),
  );
  const left = Math.max(limit - (had?.quantity ?? 0), 0);
  if ((quantity ?? 0) <= left) return;
  throw wrong(
    context,
    "quantity",
    `每人限兑 ${limit} 件，该会员还可兑换 ${left} 件`,
    `${limit} for each member; this one may have ${left} more`,
  );
}

/** Names of the divisions of an address, and the street behind them. */
async function receiverOf(context: CommitContext, tx: Transaction, { addressId, memberId }: Exchange): Promise<Exchange> {
  const { unscoped, withRemoved } = tables(context);
  const address = await first(
    tx,
    db
      .selectFrom(unscoped("address", "a"))
      .leftJoin(withRemoved("region", "r"), "r.code", "a.regionCode")
      .where("a.id", "=", addressId ?? null)
      .where("a.memberId", "=", memberId ?? null)
      .select(({ ref }) => [
        "a.receiverName",
        "a.receiverPhone",
        sql<string>`concat(${ref("r.provinceName")}, nullif(${ref("r.cityName")}, '市辖区'), ${ref("r.districtName")}, ${ref("a.detailAddress")})`.as(
          "receiverAddress",
        ),
      ]),
  );
  if (address === undefined) throw wrong(context, "addressId", "该地址不是此会员的收货地址", "The address is not one of this member's");
  return address;
}

async function requireTerminal(context: CommitContext, tx: Transaction, { terminalId }: Exchange): Promise<void> {
  const terminal = await readRow(context, tx, "terminal", terminalId);
  if (terminal?.status === activeTerminal) return;
  const name = terminal?.name ?? "";
  throw wrong(context, "terminalId", `终端“${name}”未激活或已停用`, `Terminal “${name}” is not active`);
}

/** Price and receiver are as they are at this moment; no later change touches them. */
export const submit: SubmitEffect<"exchange-record"> = {
  beforeChange: async (tx, context, { values, current }) => {
    // Rows of a new installation say themselves what they took.
    if (current !== undefined || (values.points ?? null) !== null) return;
    const pointsPrice = await priceOf(context, tx, values);
    const points = pointsPrice * (values.quantity ?? 0);
    if (points > maxPoints) throw wrong(context, "quantity", "数量过大", "Too many");
    const receiver = values.receiveType === receiveTypes.delivery ? await receiverOf(context, tx, values) : {};
    if (values.receiveType === receiveTypes.pickup) await requireTerminal(context, tx, values);
    Object.assign(values, receiver, { pointsPrice, points });
  },
  // Stock before the member, as whoever gives both back locks them.
  afterChange: async (tx, context, { id, values, current }) => {
    if (current !== undefined) return;
    const { memberId = null, commoditySkuId: skuId = null, quantity = null, points, exchangeNo } = values;
    await takeStock(context, tx, [{ skuId, quantity }], "free");
    await requireMember(context, tx, memberId);
    await requireWithinLimit(context, tx, { ...values, id });
    await movePoints(context, tx, {
      memberId,
      points: -(points ?? 0),
      reason: pointsReasons.exchange,
      bizNo: exchangeNo ?? null,
      remark: "积分兑换",
    });
  },
};
