// Money of members: adjustments, income and shares move balances once, in the open, and never below nothing.
import { describe, expect, it } from "vitest";
import type { RequestContext } from "../../../../src/server/contract.ts";
import { billReasons, moveMoney, type Moved } from "../../../../src/server/domain/loyalty/account-ledger.ts";
import { recordsIn, type Body } from "../../../support/samples.ts";
import { people, tenants } from "../../../support/server.ts";
import { startDemonstration } from "../demonstration.ts";

const [accounts, bills, incomes, shares, members] = [
  "/digit-marketing/useraccount",
  "/qianyun/waterbill",
  "/qianyun/incomerecord",
  "/qianyun/sharebenefit",
  "/qianyun/member",
];

const demonstration = await startDemonstration();

let made = 0;

/** A member with an account that holds as much. */
async function accountWith(balance: string): Promise<{ readonly memberId: string; readonly accountId: string }> {
  made += 1;
  const memberId = await demonstration.add(members, { nickName: `账户${made}`, phone: `137000010${String(made).padStart(2, "0")}` });
  const accountId = String((await demonstration.find(accounts, { memberId_equal: memberId }))["id"]);
  const answer = balance === "0.00" ? undefined : await adjust(accountId, 1, balance);
  if (answer !== undefined && answer.code !== 200) throw new Error(JSON.stringify(answer));
  return { memberId, accountId };
}

const adjust = (accountId: string, direction: number, amount: string) =>
  demonstration.act(accounts, "adjust", accountId, { direction, amount, remark: "盘点" });

/** The account's movements, oldest first. */
async function billsOf(accountId: string): Promise<readonly Body[]> {
  const rows = recordsIn(await demonstration.zhangwei.get(`${bills}/list`, { userAccountId_equal: accountId, size: "200" }));
  return [...rows].sort((left, right) => String(left["billNo"]).localeCompare(String(right["billNo"])));
}

async function expectChained(accountId: string): Promise<void> {
  const account = await demonstration.row(accounts, accountId);
  let balance = "0.00";
  for (const bill of await billsOf(accountId)) {
    expect(bill["balanceBefore"]).toBe(balance);
    const sign = bill["direction"] === 1 ? 1 : -1;
    expect(Number(bill["balanceAfter"])).toBeCloseTo(Number(balance) + sign * Number(bill["amount"]), 2);
    balance = String(bill["balanceAfter"]);
  }
  expect(account["balance"]).toBe(balance);
  expect(Number(account["totalIncome"]) - Number(account["totalExpense"])).toBeCloseTo(Number(balance), 2);
}

describe("adjusting an account", () => {
  it("writes one water bill with a number of its own and moves the balance", async () => {
    const { accountId, memberId } = await accountWith("100.10");
    expect(await adjust(accountId, 2, "30.05")).toMatchObject({ code: 200 });
    expect(await demonstration.row(accounts, accountId)).toMatchObject({
      balance: "70.05",
      totalIncome: "100.10",
      totalExpense: "30.05",
      lastTradeTime: "2025-03-12 12:00:00",
    });
    const [first, second] = await billsOf(accountId);
    expect(second).toMatchObject({
      memberId,
      direction: 2,
      bizType: 9,
      amount: "30.05",
      balanceBefore: "100.10",
      balanceAfter: "70.05",
      remark: "盘点",
      tradeTime: "2025-03-12 12:00:00",
    });
    expect([first?.["billNo"], second?.["billNo"]].map((number) => String(number).replace("LS", "TZ"))).toEqual([
      first?.["bizNo"],
      second?.["bizNo"],
    ]);
  });

  it("keeps the account: it is not removed any more, and the refusal names account, movement and balance", async () => {
    const [used, unused] = [await accountWith("12.50"), await accountWith("0.00")];
    const remove = (accountId: string) => demonstration.zhangwei.post(`${accounts}/remove`, undefined, { ids: accountId });
    const { accountNo } = await demonstration.row(accounts, used.accountId);
    const [bill] = await billsOf(used.accountId);
    const refusal = await remove(used.accountId);
    expect(refusal).toMatchObject({ status: 400, data: { error: "accountHasHistory" } });
    for (const part of [accountNo, bill?.["billNo"], "12.50"]) expect(refusal.msg).toContain(String(part));
    expect(await demonstration.row(accounts, used.accountId)).toMatchObject({ balance: "12.50" });
    for (const column of ["balance", "frozen_amount"]) {
      await demonstration.put(`update user_account set ${column} = 3 where id = $1`, [unused.accountId]);
      expect(await remove(unused.accountId)).toMatchObject({ status: 400, data: { error: "accountHasHistory" } });
      await demonstration.put(`update user_account set ${column} = 0 where id = $1`, [unused.accountId]);
    }
    expect(await remove(unused.accountId)).toMatchObject({ code: 200 });
  });

  it("is refused where too little is left, and changes nothing", async () => {
    const { accountId } = await accountWith("10.00");
    const { accountNo } = await demonstration.row(accounts, accountId);
    expect(await adjust(accountId, 2, "10.01")).toMatchObject({
      status: 400,
      msg: `账户“${String(accountNo)}”可用余额不足：可用 10.00 元，需要 10.01 元`,
      data: { error: "balanceTooLow", spendable: "10.00" },
    });
    expect(await demonstration.row(accounts, accountId)).toMatchObject({ balance: "10.00" });
    expect(await billsOf(accountId)).toHaveLength(1);
  });

  it("leaves what is frozen alone", async () => {
    const { accountId } = await accountWith("10.00");
    await demonstration.put("update user_account set frozen_amount = 8 where id = $1", [accountId]);
    expect(await adjust(accountId, 2, "2.01")).toMatchObject({ status: 400, data: { error: "balanceTooLow", spendable: "2.00" } });
    expect(await adjust(accountId, 2, "2.00")).toMatchObject({ code: 200 });
  });

  it("still works while the account is frozen, and not when it is closed", async () => {
    const { accountId } = await accountWith("10.00");
    expect(await demonstration.act(accounts, "freeze", accountId)).toMatchObject({ code: 200 });
    expect(await adjust(accountId, 1, "1.00")).toMatchObject({ code: 200 });
    await demonstration.put("update user_account set status = 3 where id = $1", [accountId]);
    expect(await adjust(accountId, 1, "1.00")).toMatchObject({ status: 400, data: { error: "wrongState" } });
    expect(await demonstration.row(accounts, accountId)).toMatchObject({ balance: "11.00" });
  });

  it("asks for an amount above nothing and a remark", async () => {
    const { accountId } = await accountWith("0.00");
    expect(await adjust(accountId, 1, "0.00")).toMatchObject({ status: 400, data: { issues: [{ path: ["amount"] }] } });
    expect(await adjust(accountId, 3, "1.00")).toMatchObject({ status: 400, data: { issues: [{ path: ["direction"] }] } });
    expect(await demonstration.act(accounts, "adjust", accountId, { direction: 1, amount: "1.00" })).toMatchObject({
      status: 400,
      data: { issues: [{ path: ["remark"] }] },
    });
  });

  it("is nothing another tenant can do", async () => {
    const { accountId } = await accountWith("10.00");
    expect(
      await demonstration.chenqing.post(`${accounts}/adjust/${accountId}`, undefined, { direction: 1, amount: "5.00", remark: "x" }),
    ).toMatchObject({ status: 400, data: { error: "rowNotFound" } });
    expect(await demonstration.row(accounts, accountId)).toMatchObject({ balance: "10.00" });
  });

  it("loses and doubles nothing when many adjust at once, and spends no more than there is", async () => {
    const { accountId } = await accountWith("50.00");
    const taken = await Promise.all(Array.from({ length: 12 }, () => adjust(accountId, 2, "7.00")));
    expect(taken.filter((answer) => answer.code === 200)).toHaveLength(7);
    expect(taken.filter((answer) => answer.code !== 200).every((answer) => answer.status === 400)).toBe(true);
    const added = await Promise.all(Array.from({ length: 10 }, () => adjust(accountId, 1, "0.10")));
    expect(added.every((answer) => answer.code === 200)).toBe(true);
    expect(await demonstration.row(accounts, accountId)).toMatchObject({ balance: "2.00" });
    await expectChained(accountId);
  });
});

describe("the ledger of money", () => {
  /** Moves money as a handler does, in a transaction of its own. */
  function move(accountId: string, reason: (typeof billReasons)[keyof typeof billReasons], bizNo: string): Promise<Moved> {
    const { server, userId } = demonstration;
    const scope = { tenantId: tenants.one, userId };
    const context: RequestContext = {
      caller: { ...people.zhangwei, userId },
      language: "zh",
      model: server.model,
      database: server.database,
      scope,
      now: server.clock.now,
      identifiers: server.services.identifiers,
      address: "",
    };
    return server.database.transaction(scope, (tx) =>
      moveMoney(context, tx, { account: { id: accountId }, direction: "out", amount: "3.00", reason, bizNo }),
    );
  }

  it("moves an account once for one business row, however often it is asked", async () => {
    const { accountId } = await accountWith("10.00");
    const moved = await Promise.all(Array.from({ length: 5 }, () => move(accountId, billReasons.paidByBalance, "ZF1")));
    expect(new Set(moved.map(({ billId }) => billId)).size).toBe(1);
    expect(await demonstration.row(accounts, accountId)).toMatchObject({ balance: "7.00" });
    await move(accountId, billReasons.paidByBalance, "ZF2");
    expect(await demonstration.row(accounts, accountId)).toMatchObject({ balance: "4.00" });
    await expectChained(accountId);
  });

  it("pays nothing out of a frozen account", async () => {
    const { accountId } = await accountWith("10.00");
    await demonstration.act(accounts, "freeze", accountId);
    await expect(move(accountId, billReasons.paidByBalance, "ZF1")).rejects.toMatchObject({ code: "accountFrozen" });
    await expect(move(accountId, billReasons.withdrawal, "TX1")).rejects.toMatchObject({ code: "accountFrozen" });
    await move(accountId, billReasons.incomeReversed, "SR1");
    expect(await demonstration.row(accounts, accountId)).toMatchObject({ balance: "7.00" });
  });
});

describe("an income", () => {
  const income = (memberId: string, amount: string) =>
    demonstration.add(incomes, { memberId, incomeType: 4, bizNo: `HD${memberId}`, amount, remark: "开瓶有礼" });

  it("is booked once, however many book it at the same time", async () => {
    const { memberId, accountId } = await accountWith("0.00");
    const id = await income(memberId, "5.50");
    const answers = await Promise.all(Array.from({ length: 6 }, () => demonstration.act(incomes, "book", id)));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 400 && JSON.stringify(answer.data).includes("wrongState"))).toHaveLength(5);
    const [bill] = await billsOf(accountId);
    const { incomeNo } = await demonstration.row(incomes, id);
    expect(bill).toMatchObject({ direction: 1, bizType: 1, bizNo: incomeNo, amount: "5.50", balanceAfter: "5.50" });
    expect(await demonstration.row(incomes, id)).toMatchObject({
      status: 1,
      bookTime: "2025-03-12 12:00:00",
      userAccountId: accountId,
      waterBillId: bill?.["id"],
    });
    await expectChained(accountId);
  });

  it("is taken back by a counter-entry, when the balance covers it", async () => {
    const { memberId, accountId } = await accountWith("0.00");
    const id = await income(memberId, "5.00");
    expect(await demonstration.act(incomes, "reverse", id)).toMatchObject({ status: 400, data: { error: "wrongState" } });
    await demonstration.act(incomes, "book", id);
    await adjust(accountId, 2, "1.00");
    expect(await demonstration.act(incomes, "reverse", id)).toMatchObject({ status: 400, data: { error: "balanceTooLow" } });
    expect(await demonstration.row(incomes, id)).toMatchObject({ status: 1, reverseTime: "" });
    await adjust(accountId, 1, "1.00");
    expect(await demonstration.act(incomes, "reverse", id)).toMatchObject({ code: 200 });
    expect(await demonstration.row(incomes, id)).toMatchObject({ status: 2, reverseTime: "2025-03-12 12:00:00" });
    expect((await billsOf(accountId)).at(-1)).toMatchObject({ direction: 2, bizType: 5, amount: "5.00", balanceAfter: "0.00" });
  });

  it("of a member without an account says so, and stays to be booked", async () => {
    const { memberId, accountId } = await accountWith("0.00");
    await demonstration.put("delete from user_account where id = $1", [accountId]);
    const id = await income(memberId, "5.00");
    expect(await demonstration.act(incomes, "book", id)).toMatchObject({
      status: 400,
      msg: "该会员还没有资金账户，请先开户",
      data: { error: "noAccount" },
    });
    expect(await demonstration.row(incomes, id)).toMatchObject({ status: 0, bookTime: "" });
  });

  it("waits while its member is disabled", async () => {
    const { memberId } = await accountWith("0.00");
    const id = await income(memberId, "5.00");
    await demonstration.act(members, "disable", memberId);
    expect(await demonstration.act(incomes, "book", id)).toMatchObject({ status: 400, data: { error: "memberNotNormal" } });
    await demonstration.act(members, "enable", memberId);
    expect(await demonstration.act(incomes, "book", id)).toMatchObject({ code: 200 });
  });
});

describe("a share of a sale", () => {
  let sales = 0;
  const share = (memberId: string, more: Body = {}) => {
    sales += 1;
    return demonstration.add(shares, {
      sourceType: 2,
      bizNo: `SM${sales}`,
      memberId,
      benefitLevel: 1,
      sourceAmount: "881.02",
      rate: "5.00",
      remark: "线下销售",
      ...more,
    });
  };

  it("amounts to base times rate, rounded to the cent", async () => {
    const { memberId } = await accountWith("0.00");
    expect(await demonstration.row(shares, await share(memberId, { sourceAmount: "333.35", rate: "1.50" }))).toMatchObject({
      amount: "5.00",
      status: 0,
    });
    const id = await share(memberId);
    expect(await demonstration.row(shares, id)).toMatchObject({ amount: "44.05" });
    expect(await demonstration.zhangwei.post(`${shares}/submit`, { id, rate: "10.00" })).toMatchObject({ code: 200 });
    expect(await demonstration.row(shares, id)).toMatchObject({ amount: "88.10" });
  });

  it("is settled as an income that is booked at once", async () => {
    const { memberId, accountId } = await accountWith("0.00");
    const id = await share(memberId);
    expect(await demonstration.act(shares, "settle", id)).toMatchObject({ code: 200 });
    const { incomeRecordId, benefitNo, ...settled } = await demonstration.row(shares, id);
    expect(settled).toMatchObject({ status: 1, settleTime: "2025-03-12 12:00:00" });
    expect(await demonstration.row(incomes, incomeRecordId)).toMatchObject({
      memberId,
      incomeType: 1,
      bizNo: benefitNo,
      amount: "44.05",
      status: 1,
      userAccountId: accountId,
    });
    expect(await demonstration.row(accounts, accountId)).toMatchObject({ balance: "44.05" });
  });

  it("is reversed with its income", async () => {
    const { memberId, accountId } = await accountWith("0.00");
    const id = await share(memberId);
    await demonstration.act(shares, "settle", id);
    const { incomeRecordId } = await demonstration.row(shares, id);
    expect(await demonstration.act(incomes, "reverse", incomeRecordId)).toMatchObject({ code: 200 });
    expect(await demonstration.row(shares, id)).toMatchObject({ status: 3 });
    expect(await demonstration.row(accounts, accountId)).toMatchObject({ balance: "0.00" });
  });

  it("over nothing is not settled", async () => {
    const { memberId } = await accountWith("0.00");
    const id = await share(memberId, { rate: "0.00" });
    expect(await demonstration.act(shares, "settle", id)).toMatchObject({ status: 400, data: { error: "nothingEarned" } });
    expect(await demonstration.row(shares, id)).toMatchObject({ status: 0, settleTime: "" });
  });

  it("of a selection is settled with all others of it, or not at all", async () => {
    const [one, two] = [await accountWith("0.00"), await accountWith("0.00")];
    const ids = [await share(one.memberId), await share(two.memberId), await share(one.memberId)];
    const cancelled = await share(two.memberId);
    await demonstration.act(shares, "cancel", cancelled, { remark: "退货" });
    expect(await demonstration.zhangwei.post(`${shares}/settle`, undefined, { ids: [...ids, cancelled].join(",") })).toMatchObject({
      status: 400,
      data: { error: "wrongState" },
    });
    expect(await demonstration.row(accounts, one.accountId)).toMatchObject({ balance: "0.00" });
    expect(await demonstration.zhangwei.post(`${shares}/settle`, undefined, { ids: ids.join(",") })).toMatchObject({ code: 200 });
    expect(await demonstration.row(accounts, one.accountId)).toMatchObject({ balance: "88.10" });
    expect(await demonstration.row(accounts, two.accountId)).toMatchObject({ balance: "44.05" });
    await expectChained(one.accountId);
  });

  it("is settled once when selections that overlap are settled at the same time in opposite order", async () => {
    const earners = [await accountWith("0.00"), await accountWith("0.00")];
    const ids = await Promise.all(earners.flatMap(({ memberId }) => [share(memberId), share(memberId)]));
    const settle = (order: readonly string[]) => demonstration.zhangwei.post(`${shares}/settle`, undefined, { ids: order.join(",") });
    const answers = await Promise.all([settle(ids), settle([...ids].reverse()), settle(ids.slice(1, 3)), settle(ids.slice(2))]);
    expect(answers.every((answer) => answer.code === 200 || answer.status === 400)).toBe(true);
    for (const id of ids) if ((await demonstration.row(shares, id))["status"] === 0) await demonstration.act(shares, "settle", id);
    for (const { accountId } of earners) {
      expect(await demonstration.row(accounts, accountId)).toMatchObject({ balance: "88.10" });
      await expectChained(accountId);
    }
  });
});
