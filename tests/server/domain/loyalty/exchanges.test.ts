// Points given for goods: what an exchange takes, parcels, pick-ups, virtual goods, and what comes back.
import { beforeAll, describe, expect, it } from "vitest";
import { arrayIn, objectIn, recordsIn, type Body } from "../../../support/samples.ts";
import { startDemonstration } from "../demonstration.ts";
import { commodities, exchanges, loyaltyIn, members, records, skus, terminals, type ExchangeGoods } from "./loyalty.ts";

const demonstration = await startDemonstration();
const { act, row, zhangwei } = demonstration;
const { member, richMember, goods, address, exchange, ledgerOf } = loyaltyIn(demonstration);

let cups: ExchangeGoods;
beforeAll(async () => {
  cups = await goods({ points: 100, stock: 1000 });
});

const idIn = (answer: Awaited<ReturnType<typeof exchange>>): string => {
  if (answer.code !== 200) throw new Error(JSON.stringify(answer));
  return String(objectIn(answer)["id"]);
};
const stockOf = async (of: ExchangeGoods) => (await row(skus, of.commoditySkuId))["stock"];
const pointsOf = async (memberId: string) => (await row(members, memberId))["points"];

describe("an exchange", () => {
  it("takes points and stock at once, by a record and at the price of this moment", async () => {
    const memberId = await richMember(500);
    const of = await goods({ points: 120, stock: 5 });
    const id = idIn(await exchange(memberId, of, { quantity: 3 }));
    expect(await row(exchanges, id)).toMatchObject({ status: 0, pointsPrice: 120, points: 360, quantity: 3 });
    expect(await pointsOf(memberId)).toBe(140);
    expect(await stockOf(of)).toBe(2);
    expect(await row(commodities, of.commodityId)).toMatchObject({ stock: 2 });
    const { exchangeNo } = await row(exchanges, id);
    expect((await ledgerOf(memberId)).at(-1)).toMatchObject({ bizType: 6, points: -360, balanceAfter: 140, bizNo: exchangeNo });
  });

  it("costs what the SKU says, where it says anything", async () => {
    const memberId = await richMember(500);
    const of = await goods({ points: 120, stock: 5 });
    const sku = await row(skus, of.commoditySkuId);
    expect(await zhangwei.post(`${skus}/submit`, { id: sku["id"], points: 80 })).toMatchObject({ code: 200 });
    expect(await row(exchanges, idIn(await exchange(memberId, of)))).toMatchObject({ pointsPrice: 80, points: 80 });
  });

  it("copies the receiver, so that no later change of the address touches it", async () => {
    const memberId = await richMember(500);
    const addressId = await address(memberId);
    const id = idIn(await exchange(memberId, cups, { receiveType: 1, addressId }));
    await zhangwei.post("/digit-marketing/address/submit", { id: addressId, receiverName: "别人", detailAddress: "别处" });
    expect(await row(exchanges, id)).toMatchObject({
      receiverName: "收货人",
      receiverPhone: expect.stringMatching(/^138/),
      receiverAddress: "浙江省杭州市西湖区文三路 1 号",
    });
  });

  it("goes to an address of this member alone", async () => {
    const [memberId, other] = [await richMember(500), await member()];
    const addressId = await address(other);
    expect(await exchange(memberId, cups, { receiveType: 1, addressId })).toMatchObject({
      status: 400,
      data: { issues: [{ path: ["addressId"] }] },
    });
    expect(await exchange(memberId, cups, { receiveType: 1 })).toMatchObject({
      status: 400,
      data: { issues: [{ code: "required", path: ["addressId"] }] },
    });
  });

  it.each(["disable", "cancel"])("is refused for a member after %s, and takes nothing", async (action) => {
    const memberId = await richMember(500);
    expect(await act(members, action, memberId)).toMatchObject({ code: 200 });
    const before = await stockOf(cups);
    expect(await exchange(memberId, cups)).toMatchObject({ status: 400, data: { error: "memberNotNormal" } });
    expect([await pointsOf(memberId), await stockOf(cups)]).toEqual([500, before]);
  });

  it("is refused with too few points, too little stock, and of what is not exchanged, without a trace", async () => {
    const memberId = await richMember(250);
    const few = await goods({ points: 10, stock: 2 });
    const before = await stockOf(cups);
    expect(await exchange(memberId, cups, { quantity: 3 })).toMatchObject({ status: 400, data: { error: "pointsTooFew", points: 250 } });
    expect(await exchange(memberId, few, { quantity: 3 })).toMatchObject({ status: 400, data: { error: "shortOfStock", available: 2 } });
    await act(commodities, "off-shelf", few.commodityId);
    expect(await exchange(memberId, few)).toMatchObject({ status: 400, data: { issues: [{ path: ["commodityId"] }] } });
    const sold = await demonstration.find(commodities, { commodityNo_equal: "SP202404100001" });
    const [sku = {}] = arrayIn(await zhangwei.get(`${skus}/list`, { commodityId: String(sold["id"]) }));
    expect(await exchange(memberId, { commodityId: String(sold["id"]), commoditySkuId: String(sku["id"]) })).toMatchObject({
      status: 400,
      data: { issues: [{ path: ["commodityId"] }] },
    });
    expect([await pointsOf(memberId), await stockOf(cups), await stockOf(few)]).toEqual([250, before, 2]);
    expect(await demonstration.count(exchanges, { memberId_equal: memberId })).toBe(0);
  });

  it("keeps to the limit of each member, in all that stand", async () => {
    const memberId = await richMember(1000);
    const of = await goods({ points: 10, stock: 50, limitQuantity: 3 });
    const first = idIn(await exchange(memberId, of, { quantity: 2 }));
    expect(await exchange(memberId, of, { quantity: 2 })).toMatchObject({
      status: 400,
      msg: expect.stringContaining("每人限兑 3 件，该会员还可兑换 1 件"),
      data: { issues: [{ path: ["quantity"] }] },
    });
    await act(exchanges, "cancel", first);
    expect(await exchange(memberId, of, { quantity: 3 })).toMatchObject({ code: 200 });
  });

  it("spends nothing twice when many exchange at the same moment", async () => {
    const memberId = await richMember(350);
    const of = await goods({ points: 100, stock: 2 });
    const answers = await Promise.all(Array.from({ length: 8 }, (_one, index) => exchange(memberId, index % 2 === 0 ? of : cups)));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(3);
    expect(await pointsOf(memberId)).toBe(50);
    expect(Number(await stockOf(of))).toBeGreaterThanOrEqual(0);
    expect((await ledgerOf(memberId)).reduce((sum, one) => sum + Number(one["points"]), 0)).toBe(50);
  });

  it("is changed afterwards in its remark alone, and removed only when cancelled", async () => {
    const memberId = await richMember(500);
    const id = idIn(await exchange(memberId, cups));
    expect(await zhangwei.post(`${exchanges}/submit`, { id, quantity: 4, memberId: await member(), remark: "加急" })).toMatchObject({
      status: 400,
      data: { issues: [{ path: ["memberId"] }, { path: ["quantity"] }] },
    });
    await zhangwei.post(`${exchanges}/submit`, { id, quantity: 1, memberId, remark: "加急" });
    expect(await row(exchanges, id)).toMatchObject({ quantity: 1, memberId, remark: "加急", points: 100 });
    const remove = () => zhangwei.post(`${exchanges}/remove`, undefined, { ids: id });
    expect(await remove()).toMatchObject({ status: 400 });
    await act(exchanges, "cancel", id);
    expect(await remove()).toMatchObject({ code: 200 });
  });
});

describe("issuing an exchange", () => {
  const made = async (receiveType: number, more: Body = {}) => {
    const memberId = await richMember(500);
    const addressed = receiveType === 1 ? { addressId: await address(memberId) } : {};
    return idIn(await exchange(memberId, cups, { receiveType, ...addressed, ...more }));
  };

  it("of a parcel asks for carrier and waybill", async () => {
    const id = await made(1);
    expect(await act(exchanges, "issue", id, { deliveryCompany: "1" })).toMatchObject({
      status: 400,
      data: { issues: [{ code: "required", path: ["deliveryNo"] }] },
    });
    expect(await row(exchanges, id)).toMatchObject({ status: 0, deliveryCompany: "" });
    expect(await act(exchanges, "issue", id, { deliveryCompany: "1", deliveryNo: "SF1" })).toMatchObject({ code: 200 });
    expect(await row(exchanges, id)).toMatchObject({ status: 1, deliveryCompany: "1", deliveryNo: "SF1", finishTime: "" });
    expect(await act(exchanges, "finish", id)).toMatchObject({ code: 200 });
    expect(await row(exchanges, id)).toMatchObject({ status: 2, finishTime: "2025-03-12 12:00:00" });
  });

  it("for a pick-up at an active terminal gives a code, without which it is not handed over", async () => {
    const { id: active } = await demonstration.find(terminals, { terminalNo_equal: "ZD0001" });
    const { id: inactive } = await demonstration.find(terminals, { terminalNo_equal: "ZD0003" });
    const memberId = await richMember(500);
    expect(await exchange(memberId, cups, { receiveType: 2, terminalId: inactive })).toMatchObject({
      status: 400,
      data: { issues: [{ path: ["terminalId"] }] },
    });
    const id = await made(2, { terminalId: active });
    expect(await act(exchanges, "issue", id)).toMatchObject({ code: 200 });
    const pickupCode = String((await row(exchanges, id))["pickupCode"]);
    expect(pickupCode).toMatch(/^\d{6}$/);
    const wrong = pickupCode === "000000" ? "000001" : "000000";
    for (const query of [undefined, { pickupCode: wrong }])
      expect(await act(exchanges, "finish", id, query)).toMatchObject({ status: 400, data: { issues: [{ path: ["pickupCode"] }] } });
    expect(await row(exchanges, id)).toMatchObject({ status: 1 });
    expect(await act(exchanges, "finish", id, { pickupCode })).toMatchObject({ code: 200 });
  });

  it("of something virtual is all there is to do", async () => {
    const id = await made(3);
    expect(await act(exchanges, "issue", id)).toMatchObject({ code: 200 });
    expect(await row(exchanges, id)).toMatchObject({ status: 2, finishTime: "2025-03-12 12:00:00" });
    expect(await act(exchanges, "issue", id)).toMatchObject({ status: 400, data: { error: "wrongState" } });
  });
});

describe("cancelling an exchange", () => {
  it("gives back points and stock once, however many cancel it at the same time", async () => {
    const memberId = await richMember(500);
    const of = await goods({ points: 100, stock: 10 });
    const id = idIn(await exchange(memberId, of, { quantity: 4 }));
    const answers = await Promise.all(Array.from({ length: 5 }, () => act(exchanges, "cancel", id)));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect(await row(exchanges, id)).toMatchObject({ status: 3 });
    expect(await row(members, memberId)).toMatchObject({ points: 500, totalPoints: 0 });
    expect(await row(skus, of.commoditySkuId)).toMatchObject({ stock: 10, lockStock: 0 });
    const { exchangeNo } = await row(exchanges, id);
    const [returned] = recordsIn(await zhangwei.get(`${records}/list`, { bizNo_like: String(exchangeNo), bizType_equal: "8" }));
    expect(returned).toMatchObject({ points: 400, bizType: 8, direction: 1, balanceAfter: 500 });
  });

  it("is too late once it was issued, and nothing another tenant can do", async () => {
    const id = idIn(await exchange(await richMember(500), cups));
    expect(await demonstration.chenqing.post(`${exchanges}/cancel/${id}`)).toMatchObject({ status: 400, data: { error: "rowNotFound" } });
    await act(exchanges, "issue", id);
    expect(await act(exchanges, "cancel", id)).toMatchObject({ status: 400, data: { error: "wrongState" } });
  });

  it("of the demonstration gives back what its ledger says it took", async () => {
    const pending = await demonstration.find(exchanges, { exchangeNo_like: "DH20250308002" });
    const before = await pointsOf(String(pending["memberId"]));
    expect(await act(exchanges, "cancel", pending["id"])).toMatchObject({ code: 200 });
    expect(await pointsOf(String(pending["memberId"]))).toBe(Number(before) + Number(pending["points"]));
  });
});
