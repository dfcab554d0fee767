// Placing an order: what the server works out, what it takes, and what it refuses.
import { describe, expect, it } from "vitest";
import { recordsIn } from "../../../support/samples.ts";
import { startDemonstration } from "../demonstration.ts";
import { paths, shopIn } from "./shop.ts";

const demonstration = await startDemonstration();
const { act, add, find, put, row, zhangwei } = demonstration;
const { goods, linesNow, member, order, orderNow, placed, platform, pointsNow, stepsNow, stockNow } = shopIn(demonstration);

describe("a placed order", () => {
  it("costs what the server works out, whatever the client says, and its lines keep what was bought", async () => {
    const [one, other] = await goods([
      ["33.33", 10],
      ["0.99", 10],
    ]);
    if (one === undefined || other === undefined) throw new Error("no goods");
    const buyer = await member("95", 500);
    const id = await placed(
      buyer,
      [
        [one, 2],
        [other, 3],
      ],
      { usedPoints: 300, freightAmount: "8.00", totalAmount: "1.00", payAmount: "0.01", paidAmount: "5.00" },
    );
    // 66.66 + 2.97 = 69.63; 5 % of it 3.48; 300 points are 3.00.
    expect(await orderNow(id)).toMatchObject({
      totalAmount: "69.63",
      discountAmount: "3.48",
      pointsAmount: "3.00",
      freightAmount: "8.00",
      payAmount: "71.15",
      paidAmount: "0.00",
      refundAmount: "0.00",
      status: 0,
      expireTime: "2025-03-12 12:30:00",
      details: [
        { quantity: 2, price: "33.33" },
        { quantity: 3, price: "0.99" },
      ],
    });
    expect((await orderNow(id))["orderNo"]).toMatch(/^DD20250312\d{4}$/);
    expect(await linesNow(id)).toMatchObject([
      {
        commodityName: expect.stringMatching(/^试样/),
        image: "/demo/cellar.svg",
        specText: "0",
        price: "33.33",
        quantity: 2,
        total: "66.66",
        discount: "6.20",
        pay: "60.46",
        status: 0,
      },
      { specText: "1", price: "0.99", quantity: 3, total: "2.97", discount: "0.28", pay: "2.69" },
    ]);
    expect(await stockNow(one)).toEqual({ stock: 8, lockStock: 2, sales: 0 });
    expect(await stockNow(other)).toEqual({ stock: 7, lockStock: 3, sales: 0 });
    expect(await pointsNow(buyer)).toBe(200);
    expect(recordsIn(await zhangwei.get(`${paths.points}/list`, { bizNo_equal: String((await orderNow(id))["orderNo"]) }))).toMatchObject([
      { bizType: 7, points: -300, memberId: buyer },
    ]);
    expect(await stepsNow(id)).toEqual([["create", null, 0, 3]]);
  });

  it("uses up the lines of the cart that it was made of, and no others", async () => {
    const [one, other] = await goods([
      ["10.00", 9],
      ["20.00", 9],
    ]);
    if (one === undefined || other === undefined) throw new Error("no goods");
    const buyer = await member("100");
    const clientPlatformId = await platform();
    for (const sku of [one, other])
      await add(paths.carts, { memberId: buyer, clientPlatformId, commodityId: sku.commodityId, commoditySkuId: sku.id, quantity: 1 });
    await placed(buyer, [[one, 1]]);
    expect(recordsIn(await zhangwei.get(`${paths.carts}/list`, { memberId_equal: buyer }))).toMatchObject([{ commoditySkuId: other.id }]);
  });

  it("over nothing goes on at once, and takes the freight of its goods where nobody says another", async () => {
    const [free] = await goods([["0.00", 5]]);
    const [dear] = await goods([["5.00", 5]], { freight: "12.00" });
    if (free === undefined || dear === undefined) throw new Error("no goods");
    const buyer = await member("100");
    const id = await placed(buyer, [[free, 1]]);
    expect(await orderNow(id)).toMatchObject({ status: 1, payAmount: "0.00", paidAmount: "0.00", payTime: "2025-03-12 12:00:00" });
    expect(await stockNow(free)).toEqual({ stock: 4, lockStock: 0, sales: 1 });
    expect(await stepsNow(id)).toEqual([
      ["create", null, 0, 3],
      ["pay", 0, 1, 3],
    ]);
    expect(await orderNow(await placed(buyer, [[dear, 1]]))).toMatchObject({ freightAmount: "12.00", payAmount: "17.00" });
    expect(await orderNow(await placed(buyer, [[dear, 1]], { freightAmount: "0" }))).toMatchObject({
      freightAmount: "0.00",
      payAmount: "5.00",
    });
  });

  it("gives the last piece to one of two who want it at the same moment", async () => {
    const [sku] = await goods([["10.00", 1]]);
    if (sku === undefined) throw new Error("no goods");
    const buyers = [await member("100"), await member("100"), await member("100")];
    const answers = await Promise.all(buyers.map((buyer) => order(buyer, [[sku, 1]])));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(await stockNow(sku)).toEqual({ stock: 0, lockStock: 1, sales: 0 });
  });
});

describe("an order is refused", () => {
  const refusal = async (...given: Parameters<typeof order>) => {
    const { status, msg } = await order(...given);
    return [status, msg];
  };

  it("by the line that is short of stock, off the shelf, disabled or not sold there, and leaves nothing behind", async () => {
    const [one, short] = await goods([
      ["10.00", 9],
      ["10.00", 2],
    ]);
    const [off] = await goods([["10.00", 9]]);
    const [disabled] = await goods([["10.00", 9]]);
    const [elsewhere] = await goods([["10.00", 9]]);
    const [forPoints] = await goods([["0.00", 9]], { type: 2, exchangePoints: 100 });
    if (
      one === undefined ||
      short === undefined ||
      off === undefined ||
      disabled === undefined ||
      elsewhere === undefined ||
      forPoints === undefined
    )
      throw new Error("no goods");
    await put("update commodity set status = 2 where id = $1", [off.commodityId]);
    await put("update commodity_sku set status = 2 where id = $1", [disabled.id]);
    await put("update commodity set client_platform_ids = '{}' where id = $1", [elsewhere.commodityId]);
    const buyer = await member("100", 100);
    for (const [sku, sentence] of [
      [short, /第 2 行.*库存不足：可售 2 件，需要 3 件/],
      [off, /第 2 行.*未上架/],
      [disabled, /第 2 行.*已停用/],
      [elsewhere, /第 2 行.*不在该平台销售/],
      [forPoints, /第 2 行.*积分商品/],
      [{ id: one.id, commodityId: short.commodityId === one.commodityId ? off.commodityId : short.commodityId }, /第 2 行/],
    ] as const)
      expect(
        await refusal(
          buyer,
          [
            [one, 1],
            [sku, 3],
          ],
          { usedPoints: 100 },
        ),
      ).toEqual([400, expect.stringMatching(sentence)]);
    // Two lines of the same goods together.
    expect(
      await refusal(buyer, [
        [short, 1],
        [short, 2],
      ]),
    ).toEqual([400, expect.stringMatching(/第 2 行.*可售 1 件，需要 2 件/)]);
    expect(await stockNow(one)).toEqual({ stock: 9, lockStock: 0, sales: 0 });
    expect(await pointsNow(buyer)).toBe(100);
    expect(await demonstration.count(paths.orders, { memberId_equal: buyer })).toBe(0);
  });

  it("beyond what each member may buy, earlier orders counted as long as they stand", async () => {
    const [one, other] = await goods(
      [
        ["10.00", 9],
        ["11.00", 9],
      ],
      { limitQuantity: 3 },
    );
    if (one === undefined || other === undefined) throw new Error("no goods");
    const buyer = await member("100");
    const first = await placed(buyer, [[one, 2]]);
    expect(
      await refusal(buyer, [
        [one, 1],
        [other, 1],
      ]),
    ).toEqual([400, expect.stringMatching(/第 2 行.*每人限购 3 件，该会员已购 2 件/)]);
    expect(await act(paths.orders, "close", first, { closeReason: "不要了" })).toMatchObject({ code: 200 });
    await placed(buyer, [
      [one, 2],
      [other, 1],
    ]);
    await placed(await member("100"), [[one, 3]]);
  });

  it("of a merchant that is not in its normal state, or through a disabled terminal", async () => {
    const [sku] = await goods([["2.00", 99]]);
    if (sku === undefined) throw new Error("no goods");
    const buyer = await member("100");
    const [merchant, pending] = [
      await find("/qianyun/merchant", { name_like: "杭州文三路名酒汇" }),
      await find("/qianyun/merchant", { name_like: "绍兴老酒坊" }),
    ];
    const terminal = await find("/qianyun/terminal", { terminalNo_equal: "ZD0001" });
    const through = { orderType: 2, merchantId: merchant["id"], terminalId: terminal["id"] };
    const id = await placed(buyer, [[sku, 1]], through);
    expect(await refusal(buyer, [[sku, 1]], { merchantId: pending["id"] })).toEqual([400, expect.stringMatching(/绍兴老酒坊.*不能接单/)]);
    await act("/qianyun/terminal", "disable", terminal["id"]);
    expect(await refusal(buyer, [[sku, 1]], through)).toEqual([400, expect.stringMatching(/已停用，不能接单/)]);
    // What was placed before goes its way.
    expect(await zhangwei.post(`${paths.orders}/submit`, { id, sellerRemark: "尽快" })).toMatchObject({ code: 200 });
    await act("/qianyun/terminal", "enable", terminal["id"]);
  });

  it("of a disabled member, on a disabled platform, with more points than there are or than the goods are worth", async () => {
    const [sku] = await goods([["2.00", 99]]);
    if (sku === undefined) throw new Error("no goods");
    const buyer = await member("50", 1000);
    expect(await refusal(buyer, [[sku, 1]], { usedPoints: 1001 })).toEqual([400, expect.stringMatching(/积分不足：可用 1000/)]);
    // 2.00 for 1.00; points take the rest at most.
    expect(await refusal(buyer, [[sku, 1]], { usedPoints: 101 })).toEqual([400, expect.stringMatching(/超过商品总额 2.00/)]);
    expect(await orderNow(await placed(buyer, [[sku, 1]], { usedPoints: 100 }))).toMatchObject({ payAmount: "0.00", status: 1 });
    await act(paths.members, "disable", buyer);
    expect(await refusal(buyer, [[sku, 1]])).toEqual([400, expect.stringMatching(/已禁用或注销，不能下单/)]);
    const other = await member("100");
    const kiosk = await platform("kiosk");
    await put("update client_platform set status = 2 where id = $1", [kiosk]);
    expect(await refusal(other, [[sku, 1]], { clientPlatformId: kiosk })).toEqual([400, expect.stringMatching(/已停用/)]);
    expect(await stockNow(sku)).toMatchObject({ stock: 98, lockStock: 0 });
  });
});

describe("an unpaid order", () => {
  it("may get another freight and a higher discount, unless somebody is about to pay it", async () => {
    const [sku] = await goods([["50.00", 9]]);
    if (sku === undefined) throw new Error("no goods");
    const buyer = await member("90");
    const id = await placed(buyer, [[sku, 2]]);
    const change = (body: object) => zhangwei.post(`${paths.orders}/submit`, { id, ...body });
    expect(await change({ freightAmount: "5.00", discountAmount: "30.00", sellerRemark: "老客户" })).toMatchObject({ code: 200 });
    expect(await orderNow(id)).toMatchObject({ payAmount: "75.00", discountAmount: "30.00", freightAmount: "5.00", totalAmount: "100.00" });
    expect(await linesNow(id)).toMatchObject([{ discount: "30.00", pay: "70.00" }]);
    expect(await change({ discountAmount: "9.99" })).toMatchObject({
      status: 400,
      msg: expect.stringContaining("不能低于会员优惠 10.00 元"),
    });
    expect(await change({ discountAmount: "100.01" })).toMatchObject({ status: 400, msg: expect.stringContaining("超过商品总额") });
    await put("insert into pay_order (id, tenant_id, pay_no, order_id, amount, status) values (81, '100001', 'ZF-T-81', $1, 75, 0)", [id]);
    expect(await change({ freightAmount: "6.00" })).toMatchObject({ status: 400, data: { error: "openPayment" } });
    expect(await change({ freightAmount: "5.00", receiverName: "周明" })).toMatchObject({ code: 200 });
    await put("update pay_order set status = 4 where id = 81", []);
    // A whole discount leaves nothing to pay.
    expect(await change({ freightAmount: "0", discountAmount: "100.00" })).toMatchObject({ code: 200 });
    expect(await orderNow(id)).toMatchObject({ status: 1, payAmount: "0.00" });
    expect(await change({ freightAmount: "1.00" })).toMatchObject({
      status: 400,
      msg: expect.stringContaining("当前状态为“待审核”，不能修改"),
    });
  });

  it("keeps its receiver once it is shipped, and is removed only when it is closed", async () => {
    const [sku] = await goods([["50.00", 9]]);
    if (sku === undefined) throw new Error("no goods");
    const id = await placed(await member("100"), [[sku, 1]]);
    expect(await zhangwei.post(`${paths.orders}/remove`, undefined, { ids: id })).toMatchObject({
      status: 400,
      data: { error: "notRemovable" },
    });
    await put('update "order" set status = 3 where id = $1', [id]);
    expect(await zhangwei.post(`${paths.orders}/submit`, { id, receiverAddress: "别处" })).toMatchObject({
      status: 400,
      msg: expect.stringContaining("待收货"),
    });
    // A row that comes back as it was read changes nothing.
    const read = await orderNow(id);
    const same = { freightAmount: read["freightAmount"], receiverAddress: read["receiverAddress"] };
    expect(await zhangwei.post(`${paths.orders}/submit`, { id, sellerRemark: "已发", ...same })).toMatchObject({ code: 200 });
    await put('update "order" set status = 0 where id = $1', [id]);
    expect(await act(paths.orders, "close", id, { closeReason: "不要了" })).toMatchObject({ code: 200 });
    expect(await zhangwei.post(`${paths.orders}/remove`, undefined, { ids: id })).toMatchObject({ code: 200 });
  });
});

describe("lines of an unpaid order that staff placed", () => {
  it("come and go, and the order is worked out anew with what staff takes off", async () => {
    const [one, other] = await goods([
      ["50.00", 9],
      ["30.00", 9],
    ]);
    if (one === undefined || other === undefined) throw new Error("no goods");
    const id = await placed(await member("90"), [[one, 1]], { discountAmount: "7.00" });
    const line = await add(paths.lines, { orderId: id, commodityId: other.commodityId, commoditySkuId: other.id, quantity: 2 });
    // 110.00; 11.00 by the grade and 2.00 more.
    expect(await orderNow(id)).toMatchObject({ totalAmount: "110.00", discountAmount: "13.00", payAmount: "97.00" });
    expect(await linesNow(id)).toMatchObject([
      { total: "50.00", discount: "5.91", pay: "44.09" },
      { price: "30.00", total: "60.00", discount: "7.09", pay: "52.91" },
    ]);
    expect(await stockNow(other)).toEqual({ stock: 7, lockStock: 2, sales: 0 });
    expect(await zhangwei.post(`${paths.lines}/remove`, undefined, { ids: line })).toMatchObject({ code: 200 });
    expect(await orderNow(id)).toMatchObject({ totalAmount: "50.00", discountAmount: "7.00", payAmount: "43.00" });
    expect(await stockNow(other)).toEqual({ stock: 9, lockStock: 0, sales: 0 });
    const [last] = await linesNow(id);
    expect(await zhangwei.post(`${paths.lines}/remove`, undefined, { ids: String(last?.["id"]) })).toMatchObject({
      status: 400,
      data: { error: "lastLine" },
    });
  });

  it("may leave nothing to pay, and then only those that stay are sold", async () => {
    const [free, dear] = await goods([
      ["0.00", 9],
      ["30.00", 9],
    ]);
    if (free === undefined || dear === undefined) throw new Error("no goods");
    const id = await placed(await member("100"), [
      [free, 1],
      [dear, 2],
    ]);
    const line = (await linesNow(id)).find(({ price }) => price === "30.00");
    expect(await zhangwei.post(`${paths.lines}/remove`, undefined, { ids: String(line?.["id"]) })).toMatchObject({ code: 200 });
    expect(await orderNow(id)).toMatchObject({ status: 1, totalAmount: "0.00", payAmount: "0.00" });
    expect(await stockNow(free)).toEqual({ stock: 8, lockStock: 0, sales: 1 });
    expect(await stockNow(dear)).toEqual({ stock: 9, lockStock: 0, sales: 0 });
  });

  it("are fixed once it is paid or where the member placed it; codes may be put right until receipt", async () => {
    const [sku] = await goods([["50.00", 9]]);
    if (sku === undefined) throw new Error("no goods");
    const id = await placed(await member("100"), [[sku, 1]]);
    const [line] = await linesNow(id);
    const lineId = String(line?.["id"]);
    const body = { orderId: id, commodityId: sku.commodityId, commoditySkuId: sku.id, quantity: 1 };
    expect(await row(paths.orders, id)).toMatchObject({ placedBy: 3 });
    await put('update "order" set placed_by = 2 where id = $1', [id]);
    expect(await zhangwei.post(`${paths.lines}/submit`, body)).toMatchObject({
      status: 400,
      msg: expect.stringMatching(/的下单方为“会员”，不能再增减明细$/),
      data: { error: "detailsFixed" },
    });
    await put('update "order" set placed_by = 3 where id = $1', [id]);
    await put('update "order" set status = 2 where id = $1', [id]);
    expect(await zhangwei.post(`${paths.lines}/submit`, body)).toMatchObject({ status: 400, data: { error: "detailsFixed" } });
    expect(await zhangwei.post(`${paths.lines}/submit`, { id: lineId, traceCodes: "MX1", quantity: 5 })).toMatchObject({
      status: 400,
      data: { issues: [{ path: ["quantity"] }] },
    });
    expect(await zhangwei.post(`${paths.lines}/submit`, { id: lineId, traceCodes: "MX1", quantity: 1 })).toMatchObject({ code: 200 });
    expect(await linesNow(id)).toMatchObject([{ codes: "MX1", quantity: 1 }]);
    await put('update "order" set status = 4 where id = $1', [id]);
    expect(await zhangwei.post(`${paths.lines}/submit`, { id: lineId, traceCodes: "MX2" })).toMatchObject({ status: 400 });
    expect(await row(paths.lines, lineId)).toMatchObject({ traceCodes: "MX1" });
  });
});
