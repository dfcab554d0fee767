// Points given for goods: parcels, pick-ups, virtual goods, and what comes back.
import { beforeAll, describe, expect, it } from "vitest";
import { arrayIn, recordsIn, type Body } from "../../../support/samples.ts";
import { startDemonstration } from "../demonstration.ts";

const [exchanges, members, records, skus, commodities] = [
  "/qianyun/exchangerecord",
  "/qianyun/member",
  "/qianyun/pointsrecord",
  "/digit-marketing/commodity-sku",
  "/digit-marketing/commodity",
];

const demonstration = await startDemonstration({ effects: ["exchange-record.creation"] });
let goods: { readonly commodityId: unknown; readonly commoditySkuId: unknown; readonly memberId: unknown };

beforeAll(async () => {
  const { commodityId, commoditySkuId, memberId } = await demonstration.find(exchanges, { exchangeNo_like: "DH20240518002" });
  goods = { commodityId, commoditySkuId, memberId };
});

const exchange = (receiveType: number, more: Body = {}) => demonstration.add(exchanges, { ...goods, quantity: 2, receiveType, ...more });

describe("issuing an exchange", () => {
  it("of a parcel asks for carrier and waybill", async () => {
    const id = await exchange(1);
    expect(await demonstration.act(exchanges, "issue", id, { deliveryCompany: "1" })).toMatchObject({
      status: 400,
      data: { issues: [{ code: "required", path: ["deliveryNo"] }] },
    });
    expect(await demonstration.row(exchanges, id)).toMatchObject({ status: 0, deliveryCompany: "" });
    expect(await demonstration.act(exchanges, "issue", id, { deliveryCompany: "1", deliveryNo: "SF1" })).toMatchObject({ code: 200 });
    expect(await demonstration.row(exchanges, id)).toMatchObject({ status: 1, deliveryCompany: "1", deliveryNo: "SF1", finishTime: "" });
    expect(await demonstration.act(exchanges, "finish", id)).toMatchObject({ code: 200 });
    expect(await demonstration.row(exchanges, id)).toMatchObject({ status: 2, finishTime: "2025-03-12 12:00:00" });
  });

  it("for a pick-up gives a code, without which it is not handed over", async () => {
    const id = await exchange(2);
    expect(await demonstration.act(exchanges, "issue", id)).toMatchObject({ code: 200 });
    const pickupCode = String((await demonstration.row(exchanges, id))["pickupCode"]);
    expect(pickupCode).toMatch(/^\d{6}$/);
    const wrong = pickupCode === "000000" ? "000001" : "000000";
    for (const query of [undefined, { pickupCode: wrong }])
      expect(await demonstration.act(exchanges, "finish", id, query)).toMatchObject({
        status: 400,
        data: { issues: [{ path: ["pickupCode"] }] },
      });
    expect(await demonstration.row(exchanges, id)).toMatchObject({ status: 1 });
    expect(await demonstration.act(exchanges, "finish", id, { pickupCode })).toMatchObject({ code: 200 });
  });

  it("of something virtual is all there is to do", async () => {
    const id = await exchange(3);
    expect(await demonstration.act(exchanges, "issue", id)).toMatchObject({ code: 200 });
    expect(await demonstration.row(exchanges, id)).toMatchObject({ status: 2, finishTime: "2025-03-12 12:00:00" });
    expect(await demonstration.act(exchanges, "issue", id)).toMatchObject({ status: 400, data: { error: "wrongState" } });
  });
});

describe("cancelling an exchange", () => {
  it("gives back points and stock once, however many cancel it at the same time", async () => {
    const pending = await demonstration.find(exchanges, { exchangeNo_like: "DH20240518002" });
    const [member, sku] = await Promise.all([demonstration.row(members, goods.memberId), demonstration.row(skus, goods.commoditySkuId)]);
    const answers = await Promise.all(Array.from({ length: 5 }, () => demonstration.act(exchanges, "cancel", pending["id"])));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect(await demonstration.row(exchanges, pending["id"])).toMatchObject({ status: 3 });
    expect(await demonstration.row(members, goods.memberId)).toMatchObject({
      points: Number(member["points"]) + 2000,
      totalPoints: member["totalPoints"],
    });
    expect(await demonstration.row(skus, goods.commoditySkuId)).toMatchObject({
      stock: Number(sku["stock"]) + 1,
      lockStock: sku["lockStock"],
    });
    const all = arrayIn(await demonstration.zhangwei.get(`${skus}/list`, { commodityId: String(goods.commodityId) }));
    expect(await demonstration.row(commodities, goods.commodityId)).toMatchObject({
      stock: all.reduce((sum, one) => sum + Number(one["stock"]), 0),
    });
    const [returned] = recordsIn(await demonstration.zhangwei.get(`${records}/list`, { bizNo_like: "DH20240518002", bizType_equal: "8" }));
    expect(returned).toMatchObject({ points: 2000, bizType: 8, direction: 1, balanceAfter: Number(member["points"]) + 2000 });
  });

  it("that took nothing gives nothing", async () => {
    const id = await exchange(1);
    const [member, sku] = [await demonstration.row(members, goods.memberId), await demonstration.row(skus, goods.commoditySkuId)];
    expect(await demonstration.act(exchanges, "cancel", id)).toMatchObject({ code: 200 });
    expect(await demonstration.row(members, goods.memberId)).toMatchObject({ points: member["points"] });
    expect(await demonstration.row(skus, goods.commoditySkuId)).toMatchObject({ stock: sku["stock"] });
  });

  it("is too late once it was issued, and nothing another tenant can do", async () => {
    const id = await exchange(3);
    expect(await demonstration.chenqing.post(`${exchanges}/cancel/${id}`)).toMatchObject({ status: 400, data: { error: "rowNotFound" } });
    await demonstration.act(exchanges, "issue", id);
    expect(await demonstration.act(exchanges, "cancel", id)).toMatchObject({ status: 400, data: { error: "wrongState" } });
  });
});
