// Shares by the clock: settled when the time for returns is over, once, and reversed when their order was paid back after all.
import { expect, it } from "vitest";
import { startDemonstration } from "../demonstration.ts";
import { accounts, incomes, loyaltyIn, members, movableClock, shares } from "./loyalty.ts";

const clock = movableClock();
const demonstration = await startDemonstration({ milliseconds: clock.milliseconds });
const { act, add, put, row } = demonstration;
const { member, accountOf, runSchedule, submit } = loyaltyIn(demonstration);

const merchants = "/qianyun/merchant";

let sales = 0;
const share = (memberId: string, more: Readonly<Record<string, unknown>> = {}) => {
  sales += 1;
  const sale = { sourceType: 2, bizNo: `JS${sales}`, benefitLevel: 1, sourceAmount: "100.00", rate: "5.00", remark: "线下销售" };
  return add(shares, { ...sale, memberId, ...more });
};
const statusOf = async (id: string) => (await row(shares, id))["status"];
const balanceOf = async (memberId: string) => (await accountOf(memberId))["balance"];

it("a share is settled by itself after the days that the tenant gives for returns, and once", async () => {
  const memberId = await member();
  const id = await share(memberId);
  clock.goTo("2025-03-18 12:00:00");
  await runSchedule("share-settlement", clock);
  expect([await statusOf(id), await balanceOf(memberId)]).toEqual([1, "5.00"]);
  expect(await row(shares, id)).toMatchObject({ settleTime: "2025-03-19 12:00:00" });
  await runSchedule("share-settlement", clock);
  expect(await balanceOf(memberId)).toBe("5.00");
});

it("the clock passes over members who do not earn, and a share that fails holds up no other", async () => {
  const [disabled, broken, standard] = [await member(), await member(), await member()];
  const [held, failing, fine] = [await share(disabled), await share(broken), await share(standard)];
  await act(members, "disable", disabled);
  await put("delete from user_account where member_id = $1", [broken]);
  clock.pass(8 * 24 * 60);
  const [job] = await runSchedule("share-settlement", clock);
  expect(job).toMatchObject({
    status: 4,
    error: expect.stringContaining("该会员还没有资金账户"),
  });
  expect([await statusOf(held), await statusOf(failing), await statusOf(fine)]).toEqual([0, 0, 1]);
  await put("update share_benefit set status = 2 where id = $1", [failing]);
});

it("a settled share is reversed once its order is paid back whole, as soon as the account covers it", async () => {
  const memberId = await member();
  const { id: orderId } = await demonstration.find("/digit-marketing/order", { orderNo_like: "DD202503070003" });
  const id = await share(memberId, { sourceType: 1, orderId });
  expect(await act(shares, "settle", id)).toMatchObject({ code: 200 });
  const { id: accountId } = await accountOf(memberId);
  await act(accounts, "adjust", accountId, { direction: 2, amount: "1.00", remark: "盘点" });
  await put('update "order" set status = 8, refund_amount = paid_amount where id = $1', [orderId]);
  await runSchedule("share-reversal", clock);
  expect(await statusOf(id)).toBe(1);
  await act(accounts, "adjust", accountId, { direction: 1, amount: "1.00", remark: "盘点" });
  await runSchedule("share-reversal", clock);
  expect([await statusOf(id), await balanceOf(memberId)]).toEqual([3, "0.00"]);
  const { incomeRecordId } = await row(shares, id);
  expect(await row(incomes, incomeRecordId)).toMatchObject({ status: 2 });
});

it("what is shared of one sale is no more than the sale, also at the same moment", async () => {
  const ids = [await member(), await member(), await member()];
  const answers = await Promise.all(
    ids.map((memberId) =>
      submit(shares, { sourceType: 2, bizNo: "JS-ONE", memberId, benefitLevel: 1, sourceAmount: "100.00", rate: "40.00", remark: "线下" }),
    ),
  );
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(2);
  expect(answers.find(({ code }) => code !== 200)).toMatchObject({
    status: 400,
    msg: expect.stringContaining("还可分 20.00 元"),
    data: { issues: [{ path: ["rate"] }] },
  });
});

it("nobody shares who does not earn: no disabled member, and no merchant that is not in its normal state", async () => {
  const [memberId, disabled] = [await member(), await member()];
  const merchant = await demonstration.find(merchants, { name_like: "绍兴老酒坊" });
  await act(members, "disable", disabled);
  const values = { sourceType: 2, bizNo: "JS-OFF", sourceAmount: "100.00", rate: "1.00", remark: "线下" };
  expect(await submit(shares, { ...values, memberId: disabled, benefitLevel: 1 })).toMatchObject({
    status: 400,
    data: { issues: [{ path: ["memberId"] }] },
  });
  expect(await submit(shares, { ...values, memberId, benefitLevel: 3, merchantId: merchant["id"] })).toMatchObject({
    status: 400,
    data: { issues: [{ path: ["merchantId"] }] },
  });
});

it("a merchant that is stopped gets nothing until it is back: neither by hand nor by the clock", async () => {
  const memberId = await member();
  const { id: merchantId } = await demonstration.find(merchants, { status_equal: "1", name_like: "杭州" });
  const id = await share(memberId, { benefitLevel: 3, merchantId });
  const direct = await share(memberId, { merchantId });
  await act(merchants, "disable", merchantId);
  clock.pass(8 * 24 * 60);
  await runSchedule("share-settlement", clock);
  expect([await statusOf(id), await statusOf(direct)]).toEqual([0, 1]);
  expect(await act(shares, "settle", id)).toMatchObject({
    status: 400,
    msg: expect.stringContaining("不是正常状态"),
    data: { error: "merchantNotNormal", merchantId },
  });
  await act(merchants, "enable", merchantId);
  await runSchedule("share-settlement", clock);
  expect([await statusOf(id), await balanceOf(memberId)]).toEqual([1, "10.00"]);
});

it("a share of one member does not become one of a stopped merchant", async () => {
  const { id: merchantId } = await demonstration.find(merchants, { name_like: "绍兴老酒坊" });
  const id = await share(await member());
  expect(await submit(shares, { id, benefitLevel: 3, merchantId })).toMatchObject({
    status: 400,
    data: { issues: [{ path: ["merchantId"] }] },
  });
});

it("income of shares and activations is not added by hand, and other income says why", async () => {
  const memberId = await member();
  const income = (more: Readonly<Record<string, unknown>>) => submit(incomes, { memberId, bizNo: "HD9", amount: "1.00", ...more });
  expect(await income({ incomeType: 1, remark: "x" })).toMatchObject({ status: 400, data: { issues: [{ path: ["incomeType"] }] } });
  expect(await income({ incomeType: 2, remark: "x" })).toMatchObject({ status: 400, data: { issues: [{ path: ["incomeType"] }] } });
  expect(await income({ incomeType: 4 })).toMatchObject({ status: 400, data: { issues: [{ code: "required", path: ["remark"] }] } });
  expect(await income({ incomeType: 4, remark: "开瓶有礼" })).toMatchObject({ code: 200 });
});
