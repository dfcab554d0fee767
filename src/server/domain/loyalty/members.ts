// Members: what each begins with, corrections of their points, and how they leave.
import type { CommitContext, Domain, Effect, RemoveEffect, SubmitEffect } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { addRow, changeRow, lockRow, readRow } from "../../crud/write/server-rows.ts";
import { businessError, invalidFields } from "../../http/errors.ts";
import { anyOf, db, first, run } from "../../rows/query.ts";
import type { StoredRow } from "../../rows/stored.ts";
import { remove, tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { lastBill } from "./account-ledger.ts";
import { firstGrade } from "./grade-of-member.ts";
import { newInviteCode } from "./invite-codes.ts";
import { memberStatus } from "./member-status.ts";
import { movePoints, pointsReasons } from "./points-ledger.ts";

export { regrade } from "./grade-of-member.ts";

const accountStatus = { closed: 3 } as const;
/** An order ends received or closed or refunded; an exchange done or cancelled. */
const openOrders = [0, 1, 2, 3, 6, 7];
const openExchanges = [0, 1];
const incomeToBook = 0;

const submit: SubmitEffect<"member"> = {
  beforeChange: async (tx, context, { values, current }) => {
    if (current !== undefined) return;
    const inviter = await readRow(context, tx, "member", values.parentId ?? null);
    if (inviter?.status === memberStatus.cancelled)
      throw fieldError(context, "member", "parentId", {
        code: "rule",
        message: ["推荐人已注销", "The referrer is cancelled"],
      });
    values.registerTime ??= context.now();
    values.inviteCode ??= await newInviteCode(context, tx);
    values.gradeId ??= await firstGrade(context, tx);
  },
  afterChange: async (tx, context, { id, values, current }) => {
    if (current !== undefined) return;
    await addRow(context, tx, "user-account", { memberId: id, realName: values.realName ?? null, phone: values.phone ?? null });
  },
};

/** Accounts that never held anything go with their members; whatever happened with a member keeps it. */
const removeMember: RemoveEffect<"member"> = {
  beforeRemove: async (tx, context, { rows: members }) => {
    const { withRemoved, unscoped } = tables(context);
    for (const { id, nickName } of members) {
      const name = nickName ?? "";
      const records = db
        .selectFrom(withRemoved("points-record", "p"))
        .where("p.memberId", "=", id)
        .orderBy("p.createTime", "desc")
        .limit(1);
      const record = await first(tx, records.select("p.recordNo"));
      const bill = await lastBill(context, tx, { memberId: id });
      if (record === undefined && bill === undefined) continue;
      const [zh, en] =
        bill === undefined
          ? [`积分记录“${record?.recordNo ?? ""}”`, `the points record “${record?.recordNo ?? ""}”`]
          : [`资金流水“${bill.billNo ?? ""}”`, `the account movement “${bill.billNo ?? ""}”`];
      throw businessError(
        "memberHasHistory",
        [`会员“${name}”有${zh}，不能删除，可以注销`, `Member “${name}” has ${en}; cancel it instead of removing it`],
        { data: { memberId: id } },
      );
    }
    await run(tx, remove(unscoped("user-account", "a")).where("a.memberId", "=", anyOf(members.map(({ id }) => id))));
  },
};

const adjustPoints: Effect<"member.adjustPoints"> = {
  commit: async (tx, context, { ids, values }) => {
    const { points, remark } = values;
    if (points === 0) {
      throw invalidFields([
        {
          code: "notAllowed",
          path: ["points"],
          parameters: {},
          label: ["积分变动", "Points"],
          message: ["积分变动不能为 0", "Points must not be 0"],
        },
      ]);
    }
    for (const memberId of ids) await movePoints(context, tx, { memberId, points, reason: pointsReasons.adjusted, remark });
    return {};
  },
};

/** What a member still has to get or to give, as people call it. */
async function openBusiness(
  context: CommitContext,
  tx: Transaction,
  { id }: StoredRow<"member">,
): Promise<readonly [zh: string, en: string] | undefined> {
  const { unscoped } = tables(context);
  const order = db.selectFrom(unscoped("order", "o")).where("o.memberId", "=", id).where("o.status", "in", openOrders).limit(1);
  const exchange = db
    .selectFrom(unscoped("exchange-record", "e"))
    .where("e.memberId", "=", id)
    .where("e.status", "in", openExchanges)
    .limit(1);
  const income = db.selectFrom(unscoped("income-record", "i")).where("i.memberId", "=", id).where("i.status", "=", incomeToBook).limit(1);
  const ordered = await first(tx, order.select("o.orderNo"));
  if (ordered !== undefined) return [`未完成的订单“${ordered.orderNo ?? ""}”`, `the open order “${ordered.orderNo ?? ""}”`];
  const exchanged = await first(tx, exchange.select("e.exchangeNo"));
  if (exchanged !== undefined) return [`未完成的兑换“${exchanged.exchangeNo ?? ""}”`, `the open exchange “${exchanged.exchangeNo ?? ""}”`];
  const earned = await first(tx, income.select("i.incomeNo"));
  return earned === undefined
    ? undefined
    : [`待入账的收入“${earned.incomeNo ?? ""}”`, `the income “${earned.incomeNo ?? ""}”, which is not booked yet`];
}

/** A member leaves with nothing on the account and nothing open; its account closes. */
const cancel: Effect<"member.cancel"> = {
  commit: async (tx, context, { rows: members }) => {
    for (const member of members) {
      const name = member.nickName ?? "";
      const refuse = (what: readonly [zh: string, en: string]) =>
        businessError(
          "memberNotFree",
          [`会员“${name}”还有${what[0]}，不能注销`, `Member “${name}” cannot be cancelled: there is ${what[1]}`],
          {
            data: { memberId: member.id },
          },
        );
      const found = db.selectFrom(tables(context).unscoped("user-account", "a")).where("a.memberId", "=", member.id);
      const owned = await first(tx, found.select("a.id"));
      if (owned !== undefined) {
        const account = await lockRow(context, tx, "user-account", owned.id);
        const balance = account.balance ?? "0.00";
        if (Number(balance) !== 0 || Number(account.frozenAmount ?? 0) !== 0)
          throw refuse([`余额 ${balance} 元`, `a balance of ${balance}`]);
        await changeRow(context, tx, "user-account", { id: account.id, values: { status: accountStatus.closed } });
      }
      const open = await openBusiness(context, tx, member);
      if (open !== undefined) throw refuse(open);
    }
    return {};
  },
};

export const membersDomain: Domain = {
  reads: {},
  actions: { "member.adjustPoints": adjustPoints, "member.cancel": cancel },
  hooks: { member: { submit, remove: removeMember } },
  effects: ["member.creation"],
};
