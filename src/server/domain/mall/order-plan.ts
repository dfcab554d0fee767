// What an order is about to hold: its lines checked, and its amounts worked out. Nothing of what a client says about amounts counts.
import { z } from "zod";
import { compareDecimals } from "#schema/decimals";
import type { Text } from "#schema/text";
import type { CommitContext } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { lockRow, lockRows, readRow } from "../../crud/write/server-rows.ts";
import type { StoredRow, WritableValues } from "../../rows/stored.ts";
import { localTime, millisecondsOf } from "../../store/clock.ts";
import type { Transaction } from "../../store/database.ts";
import { memberStatus } from "../loyalty/member-status.ts";
import { dueOf, isWithinTotal, lineTotal, memberReduction, sumOf, worthOf } from "./order-amounts.ts";
import { pointsPerYuan } from "./order-parameters.ts";
import { requireSeller } from "./order-seller.ts";
import { orderStatus } from "./order-states.ts";
import { boughtBefore, goodsOf, goodsName, type Goods, type WantedLine } from "./ordered-goods.ts";

/** A line with the goods as they are now. */
export interface PlannedLine extends WantedLine {
  readonly goods: Goods;
  readonly total: string;
}

const disabled = 2;
const minuteMs = 60_000;
const defaultMinutes = 30;
/** Orders that came to nothing. */
const cameToNothing = [orderStatus.closed, orderStatus.rejected, orderStatus.refunded];

const sentLines = z.array(z.object({ commodityId: z.coerce.string(), commoditySkuId: z.coerce.string(), quantity: z.coerce.number() }));

/** The lines as they were sent, checked by their definition already. */
export function wantedLines(details: unknown): readonly WantedLine[] {
  return sentLines.parse(details).map(({ commodityId, commoditySkuId: skuId, quantity }) => ({ commodityId, skuId, quantity }));
}

const lineFault = (context: CommitContext, index: number, message: Text) =>
  fieldError(context, "order", ["details", index, "commoditySkuId"], { code: "notAllowed", message });

/** The lines with their goods; locks the SKUs, and refuses the first line that cannot be bought. */
export async function planLines(
  context: CommitContext,
  tx: Transaction,
  wanted: readonly WantedLine[],
  platformId: string | null,
): Promise<readonly PlannedLine[]> {
  const goods = await goodsOf(context, tx, { skuIds: wanted.map(({ skuId }) => skuId), platformId });
  const left = new Map([...goods].map(([skuId, { stock }]) => [skuId, stock ?? 0]));
  return wanted.map((line, index) => {
    const found = goods.get(line.skuId);
    if (found === undefined || found.commodityId !== line.commodityId)
      throw lineFault(context, index, [`第 ${index + 1} 行的规格不属于所选商品`, `Line ${index + 1}: the SKU is not one of the commodity`]);
    if (found.fault !== undefined)
      throw lineFault(context, index, [`第 ${index + 1} 行${found.fault[0]}`, `Line ${index + 1}: ${found.fault[1]}`]);
    const available = left.get(line.skuId) ?? 0;
    if (available < line.quantity)
      throw lineFault(context, index, [
        `第 ${index + 1} 行“${goodsName(found)}”库存不足：可售 ${available} 件，需要 ${line.quantity} 件`,
        `Line ${index + 1}: too few of “${goodsName(found)}” in stock: ${available} left, ${line.quantity} needed`,
      ]);
    left.set(line.skuId, available - line.quantity);
    return { ...line, goods: found, total: lineTotal(found.price ?? "0", line.quantity) };
  });
}

/** Refuses more pieces of a commodity than each member may have, those of earlier orders counted. The member is locked. */
export async function requireWithinLimits(
  context: CommitContext,
  tx: Transaction,
  lines: readonly PlannedLine[],
  memberId: string | null,
): Promise<void> {
  const limited = lines.filter(({ goods }) => (goods.limitQuantity ?? 0) > 0);
  const before = await boughtBefore(context, tx, {
    memberId,
    commodityIds: limited.map(({ commodityId }) => commodityId),
    besides: cameToNothing,
  });
  const pieces = new Map(before);
  for (const [index, { commodityId, quantity, goods }] of lines.entries()) {
    const limit = goods.limitQuantity ?? 0;
    if (limit <= 0) continue;
    const sum = (pieces.get(commodityId) ?? 0) + quantity;
    pieces.set(commodityId, sum);
    if (sum <= limit) continue;
    const name = goods.commodityName ?? "";
    const had = before.get(commodityId) ?? 0;
    throw lineFault(context, index, [
      `第 ${index + 1} 行“${name}”每人限购 ${limit} 件，该会员已购 ${had} 件`,
      `Line ${index + 1}: each member may buy ${limit} of “${name}”; this one has bought ${had}`,
    ]);
  }
}

/** Their stock is about to be summed up anew. Locked before the member, as everything that moves stock and points does. */
export async function lockCommodities(context: CommitContext, tx: Transaction, lines: readonly PlannedLine[]): Promise<void> {
  await lockRows(context, tx, "commodity", [...new Set(lines.map(({ commodityId }) => commodityId))]);
}

/** The member who orders, locked; refused where it may not. */
export async function lockBuyer(context: CommitContext, tx: Transaction, memberId: string | null): Promise<StoredRow<"member">> {
  const member = await lockRow(context, tx, "member", memberId);
  if (member.status === memberStatus.normal) return member;
  const name = member.nickName ?? "";
  throw fieldError(context, "order", "memberId", {
    code: "notAllowed",
    message: [`会员“${name}”已禁用或注销，不能下单`, `Member “${name}” is disabled or cancelled, and cannot order`],
  });
}

async function platformOf(context: CommitContext, tx: Transaction, id: string | null): Promise<StoredRow<"client-platform"> | undefined> {
  const platform = await readRow(context, tx, "client-platform", id);
  if (platform?.status !== disabled) return platform;
  const name = platform.name ?? "";
  throw fieldError(context, "order", "clientPlatformId", {
    code: "notAllowed",
    message: [`平台“${name}”已停用，不能下单`, `The platform “${name}” is disabled and accepts no orders`],
    target: { resource: "client-platform", id: platform.id, title: name },
  });
}

/** What the grade of a member takes off. */
export async function reductionOf(context: CommitContext, tx: Transaction, gradeId: string | null, total: string): Promise<string> {
  const grade = await readRow(context, tx, "grade", gradeId);
  return memberReduction(total, grade?.discountRate ?? "100");
}

const greater = (left: string, right: string): string => (compareDecimals(left, right) >= 0 ? left : right);

/** What delivery costs unless staff says something else: as much as the goods that cost most to send. */
const freightOf = (lines: readonly PlannedLine[]): string =>
  lines.reduce((highest, { goods }) => greater(goods.freight ?? "0", highest), "0.00");

/** Refuses more off than the goods cost. */
export function requireWithinTotal(
  context: CommitContext,
  parts: Parameters<typeof isWithinTotal>[0],
  field: "usedPoints" | "discountAmount",
): void {
  if (isWithinTotal(parts)) return;
  throw fieldError(context, "order", field, {
    code: "notAllowed",
    message: [
      `优惠 ${parts.discountAmount} 元与积分抵扣 ${parts.pointsAmount} 元合计超过商品总额 ${parts.totalAmount} 元`,
      `The discount of ${parts.discountAmount} and points worth ${parts.pointsAmount} exceed the price of the goods (${parts.totalAmount})`,
    ],
  });
}

/** Works an order out: gives its values amounts and its deadline. Locks the SKUs, then the member. */
export async function planOrder(
  context: CommitContext,
  tx: Transaction,
  values: WritableValues<"order">,
  wanted: readonly WantedLine[],
): Promise<void> {
  const platform = await platformOf(context, tx, values.clientPlatformId ?? null);
  await requireSeller(context, tx, { merchantId: values.merchantId ?? null, terminalId: values.terminalId ?? null });
  const lines = await planLines(context, tx, wanted, values.clientPlatformId ?? null);
  await lockCommodities(context, tx, lines);
  const member = await lockBuyer(context, tx, values.memberId ?? null);
  await requireWithinLimits(context, tx, lines, member.id);
  const usedPoints = values.usedPoints ?? 0;
  if (usedPoints > (member.points ?? 0))
    throw fieldError(context, "order", "usedPoints", {
      code: "notAllowed",
      message: [`会员积分不足：可用 ${member.points ?? 0}`, `The member has only ${member.points ?? 0} points`],
    });
  const totalAmount = sumOf(lines.map(({ total }) => total));
  const parts = {
    totalAmount,
    freightAmount: sumOf([values.freightAmount ?? freightOf(lines)]),
    discountAmount: sumOf([greater(values.discountAmount ?? "0", await reductionOf(context, tx, member.gradeId, totalAmount))]),
    pointsAmount: usedPoints > 0 ? worthOf(usedPoints, await pointsPerYuan(context, tx)) : "0.00",
  };
  requireWithinTotal(context, parts, usedPoints > 0 ? "usedPoints" : "discountAmount");
  const minutes = platform?.orderExpireMinutes ?? defaultMinutes;
  Object.assign(values, parts, {
    payAmount: dueOf(parts),
    paidAmount: "0.00",
    refundAmount: "0.00",
    expireTime: localTime(millisecondsOf(context.now()) + minutes * minuteMs),
  });
}
