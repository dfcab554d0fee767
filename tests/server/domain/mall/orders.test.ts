// The steps of an order: what they write, what they give back, what they earn, and their history.
import { describe, expect, it } from "vitest";
import { recordsIn, type Body } from "../../../support/samples.ts";
import { startDemonstration } from "../demonstration.ts";

const [orders, lines, history, payments] = [
  "/digit-marketing/order",
  "/digit-marketing/orderdetail",
  "/digit-marketing/orderstatuslog",
  "/digit-marketing/payorder",
];
const [skus, members, records, shares] = [
  "/digit-marketing/commodity-sku",
  "/qianyun/member",
  "/qianyun/pointsrecord",
  "/qianyun/sharebenefit",
];

const demonstration = await startDemonstration();

const orderNamed = (orderNo: string) => demonstration.find(orders, { orderNo_like: orderNo });
const stepsOf = async (orderId: unknown) =>
  recordsIn(await demonstration.zhangwei.get(`${history}/list`, { orderId_equal: String(orderId) }));
const lastStep = async (orderId: unknown, event: string) =>
  recordsIn(await demonstration.zhangwei.get(`${history}/list`, { orderId_equal: String(orderId), event_equal: event }));

describe("an order", () => {
  it("is passed and shipped, each step written down with who took it", async () => {
    const { id } = await orderNamed("DD202503080001");
    expect(await demonstration.act(orders, "ship", id, { deliveryCompany: "1", deliveryNo: "SF9" })).toMatchObject({
      status: 400,
      data: { error: "wrongState" },
    });
    const passed = await lastStep(id, "auditSuccess");
    expect(await demonstration.act(orders, "audit/success", id)).toMatchObject({ code: 200 });
    expect(await demonstration.row(orders, id)).toMatchObject({
      status: 2,
      auditStatus: 1,
      auditUser: demonstration.userId,
      auditTime: "2025-03-12 12:00:00",
    });
    expect(await lastStep(id, "auditSuccess")).toHaveLength(passed.length + 1);
    expect(await demonstration.act(orders, "ship", id, { deliveryCompany: "1" })).toMatchObject({
      status: 400,
      data: { issues: [{ path: ["deliveryNo"] }] },
    });
    expect(await demonstration.act(orders, "ship", id, { deliveryCompany: "1", deliveryNo: "SF9" })).toMatchObject({ code: 200 });
    expect(await demonstration.row(orders, id)).toMatchObject({ status: 3, deliveryNo: "SF9", deliveryTime: "2025-03-12 12:00:00" });
    expect(await lastStep(id, "ship")).toMatchObject([
      { fromStatus: 2, toStatus: 3, operatorType: 3, operatorId: demonstration.userId, operatorName: "张伟", remark: "SF9" },
    ]);
  });

  it("refuses a step of another tenant, and leaves no trace of it", async () => {
    const { id } = await orderNamed("DD202503080007");
    const before = (await stepsOf(id)).length;
    expect(
      await demonstration.chenqing.post(`${orders}/ship/${String(id)}`, undefined, { deliveryCompany: "1", deliveryNo: "SF9" }),
    ).toMatchObject({ status: 400 });
    expect(await demonstration.row(orders, id)).toMatchObject({ status: 2, deliveryNo: "" });
    expect(await stepsOf(id)).toHaveLength(before);
  });
});

describe("closing an unpaid order", () => {
  it("closes its payments, unlocks its goods and returns points that were taken, once", async () => {
    const order = await orderNamed("DD202503120003");
    const [line = {}] = recordsIn(await demonstration.zhangwei.get(`${lines}/list`, { orderId_equal: String(order["id"]) }));
    await demonstration.put("update commodity_sku set lock_stock = 3 where id = $1", [line["commoditySkuId"]]);
    const [sku, member] = [await demonstration.row(skus, line["commoditySkuId"]), await demonstration.row(members, order["memberId"])];
    await demonstration.put(
      `insert into points_record (id, tenant_id, record_no, member_id, direction, biz_type, points, balance_before, balance_after, biz_no) values (8001, '100001', 'JF-T-1', $1, 2, 7, -50, 310, 260, $2)`,
      [order["memberId"], order["orderNo"]],
    );
    expect(await demonstration.act(orders, "close", order["id"])).toMatchObject({
      status: 400,
      data: { issues: [{ path: ["closeReason"] }] },
    });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => demonstration.act(orders, "close", order["id"], { closeReason: "买家不要了" })),
    );
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect(await demonstration.row(orders, order["id"])).toMatchObject({
      status: 5,
      closeReason: "买家不要了",
      closeTime: "2025-03-12 12:00:00",
    });
    expect(await demonstration.find(payments, { payNo_like: "ZF202503120003" })).toMatchObject({ status: 4 });
    expect(await demonstration.row(skus, line["commoditySkuId"])).toMatchObject({ lockStock: 2, stock: Number(sku["stock"]) + 1 });
    expect(await demonstration.row(members, order["memberId"])).toMatchObject({
      points: Number(member["points"]) + 50,
      totalPoints: member["totalPoints"],
    });
    expect(await lastStep(order["id"], "close")).toMatchObject([{ fromStatus: 0, toStatus: 5, remark: "买家不要了" }]);
  });

  it("unlocks no more than was locked, and returns no points that a form only promised", async () => {
    const like = await orderNamed("DD202503060002");
    await demonstration.put('update "order" set status = 0, used_points = 1000000 where id = $1', [like["id"]]);
    const [line = {}] = recordsIn(await demonstration.zhangwei.get(`${lines}/list`, { orderId_equal: String(like["id"]) }));
    await demonstration.put("update commodity_sku set lock_stock = 0 where id = $1", [line["commoditySkuId"]]);
    const [sku, member] = [await demonstration.row(skus, line["commoditySkuId"]), await demonstration.row(members, like["memberId"])];
    expect(await demonstration.act(orders, "close", like["id"], { closeReason: "超时" })).toMatchObject({ code: 200 });
    expect(await demonstration.row(skus, line["commoditySkuId"])).toMatchObject({ lockStock: 0, stock: sku["stock"] });
    expect(await demonstration.row(members, like["memberId"])).toMatchObject({ points: member["points"] });
  });
});

describe("receiving an order", () => {
  const sharesOf = async (orderId: unknown) =>
    recordsIn(await demonstration.zhangwei.get(`${shares}/list`, { orderId_equal: String(orderId) }));
  const shown = ({ memberId, benefitLevel, sourceAmount, rate, amount, status }: Body) => ({
    memberId,
    benefitLevel,
    sourceAmount,
    rate,
    amount,
    status,
  });

  it("earns the buyer points and growth by its grade, and shares for who invited, once", async () => {
    const order = await orderNamed("DD202503100001");
    await demonstration.put('update "order" set refund_amount = 16, freight_amount = 100 where id = $1', [order["id"]]);
    const buyer = await demonstration.row(members, order["memberId"]);
    const answers = await Promise.all(Array.from({ length: 4 }, () => demonstration.act(orders, "receive", order["id"])));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect(await demonstration.row(orders, order["id"])).toMatchObject({ status: 4, finishTime: "2025-03-12 12:00:00" });
    // 5016.00 paid, 16.00 refunded, 1.5 points a yuan.
    const gain = 7500;
    expect(await demonstration.row(members, order["memberId"])).toMatchObject({
      points: Number(buyer["points"]) + gain,
      totalPoints: Number(buyer["totalPoints"]) + gain,
      growthValue: Number(buyer["growthValue"]) + gain,
    });
    expect(recordsIn(await demonstration.zhangwei.get(`${records}/list`, { bizNo_like: "DD202503100001" }))).toMatchObject([
      { bizType: 2, points: gain, memberId: order["memberId"] },
    ]);
    // Without freight; the parent is of the golden grade, and has no parent of its own.
    expect((await sharesOf(order["id"])).map(shown)).toEqual([
      { memberId: buyer["parentId"], benefitLevel: 1, sourceAmount: "4900.00", rate: "5.00", amount: "245.00", status: 0 },
    ]);
    expect(await lastStep(order["id"], "receive")).toMatchObject([{ fromStatus: 3, toStatus: 4 }]);
  });

  it("raises the grade that growth reaches, pays the chain and the merchant, and passes over who is disabled", async () => {
    const order = await orderNamed("DD202503080007");
    const merchant = await demonstration.find("/qianyun/merchant", { name_like: "杭州文三路名酒汇" });
    const buyer = await demonstration.row(members, order["memberId"]);
    const parent = await demonstration.row(members, buyer["parentId"]);
    await demonstration.put('update "order" set status = 3, merchant_id = $2, order_type = 2 where id = $1', [order["id"], merchant["id"]]);
    await demonstration.put("update merchant set member_id = $2, share_rate = 1.5 where id = $1", [merchant["id"], parent["parentId"]]);
    await demonstration.put("update member set growth_value = 4600 where id = $1", [buyer["id"]]);
    await demonstration.act(members, "disable", parent["id"]);
    expect(await demonstration.act(orders, "receive", order["id"])).toMatchObject({ code: 200 });
    expect(await demonstration.row(members, buyer["id"])).toMatchObject({ growthValue: 5069, gradeName: "金卡" });
    const made = await sharesOf(order["id"]);
    expect(made.map(shown)).toHaveLength(2);
    expect(made.map(shown)).toEqual(
      expect.arrayContaining([
        { memberId: parent["parentId"], benefitLevel: 2, sourceAmount: "391.02", rate: "2.00", amount: "7.82", status: 0 },
        { memberId: parent["parentId"], benefitLevel: 3, sourceAmount: "391.02", rate: "1.50", amount: "5.87", status: 0 },
      ]),
    );
    expect(
      made.every((share) => share["sourceType"] === 3 && share["bizNo"] === order["orderNo"] && share["payerMemberId"] === buyer["id"]),
    ).toBe(true);
  });

  it("pays a merchant nothing that was disabled before the receipt, nor its owner while disabled", async () => {
    const order = await orderNamed("DD202503080001");
    const merchant = await demonstration.find("/qianyun/merchant", { name_like: "仁怀酒都便利店" });
    const owner = await demonstration.find(members, { nickName_equal: "老李" });
    const receive = async () => {
      await demonstration.put("update share_benefit set is_deleted = 1, order_id = null where order_id = $1", [order["id"]]);
      await demonstration.put('update "order" set status = 3, merchant_id = $2 where id = $1', [order["id"], merchant["id"]]);
      expect(await demonstration.act(orders, "receive", order["id"])).toMatchObject({ code: 200 });
      return (await sharesOf(order["id"])).filter(({ benefitLevel }) => benefitLevel === 3).map(({ memberId }) => memberId);
    };
    await demonstration.put("update merchant set member_id = $2, share_rate = 1.5 where id = $1", [merchant["id"], owner["id"]]);
    expect(await demonstration.act("/qianyun/merchant", "disable", merchant["id"])).toMatchObject({ code: 200 });
    expect(await receive()).toEqual([]);
    await demonstration.act("/qianyun/merchant", "enable", merchant["id"]);
    await demonstration.act(members, "disable", owner["id"]);
    expect(await receive()).toEqual([]);
    await demonstration.act(members, "enable", owner["id"]);
    expect(await receive()).toEqual([owner["id"]]);
  });

  it("earns a disabled buyer nothing", async () => {
    const order = await orderNamed("DD202503050004");
    await demonstration.put('update "order" set status = 3, refund_amount = 0 where id = $1', [order["id"]]);
    await demonstration.act(members, "disable", order["memberId"]);
    const buyer = await demonstration.row(members, order["memberId"]);
    expect(await demonstration.act(orders, "receive", order["id"])).toMatchObject({ code: 200 });
    expect(await demonstration.row(members, order["memberId"])).toMatchObject({
      points: buyer["points"],
      growthValue: buyer["growthValue"],
    });
  });
});
