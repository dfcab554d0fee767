// Carts and addresses of members.
import { describe, expect, it } from "vitest";
import { recordsIn } from "../../../support/samples.ts";
import { startDemonstration } from "../demonstration.ts";
import { paths, shopIn } from "./shop.ts";

const demonstration = await startDemonstration();
const { act, add, put, zhangwei } = demonstration;
const { goods, member, platform } = shopIn(demonstration);

describe("a cart", () => {
  it("adds up what is put in again, also at the same moment, and keeps the price of the first time", async () => {
    const [sku] = await goods([["10.00", 6]]);
    if (sku === undefined) throw new Error("no goods");
    const memberId = await member("100");
    const line = { memberId, clientPlatformId: await platform(), commodityId: sku.commodityId, commoditySkuId: sku.id };
    const cart = async () => recordsIn(await zhangwei.get(`${paths.carts}/list`, { memberId_equal: memberId }));
    await add(paths.carts, { ...line, quantity: 2 });
    expect(await zhangwei.post(`${paths.skus}/submit`, { id: sku.id, price: "12.00" })).toMatchObject({ code: 200 });
    expect(await cart()).toMatchObject([{ quantity: 2, price: "10.00", currentPrice: "12.00", status: 1 }]);
    const answers = await Promise.all([1, 1].map((quantity) => zhangwei.post(`${paths.carts}/submit`, { ...line, quantity })));
    expect(answers.map(({ code }) => code)).toEqual([200, 200]);
    expect(await cart()).toMatchObject([{ quantity: 4, price: "10.00", currentPrice: "12.00" }]);
    expect(await zhangwei.post(`${paths.carts}/submit`, { ...line, quantity: 3 })).toMatchObject({
      status: 400,
      msg: expect.stringContaining("库存仅剩 6 件"),
    });
    const [{ id } = {}] = await cart();
    expect(await zhangwei.post(`${paths.carts}/submit`, { id, quantity: 7 })).toMatchObject({ status: 400 });
    expect(await zhangwei.post(`${paths.carts}/submit`, { id, quantity: 6 })).toMatchObject({ code: 200 });
    expect(await act(paths.commodities, "off-shelf", sku.commodityId)).toMatchObject({ code: 200 });
    expect(await cart()).toMatchObject([{ quantity: 6, status: 2 }]);
    expect(await zhangwei.post(`${paths.carts}/submit`, { ...line, quantity: 1 })).toMatchObject({
      status: 400,
      msg: expect.stringContaining("未上架"),
    });
  });

  it("of a disabled member takes nothing, and no more of what is in it", async () => {
    const [sku] = await goods([["10.00", 6]]);
    if (sku === undefined) throw new Error("no goods");
    const memberId = await member("100");
    const line = { memberId, clientPlatformId: await platform(), commodityId: sku.commodityId, commoditySkuId: sku.id };
    const id = await add(paths.carts, { ...line, quantity: 1 });
    expect(await act(paths.members, "disable", memberId)).toMatchObject({ code: 200 });
    for (const [sent, field] of [
      [{ ...line, quantity: 1 }, "memberId"],
      [{ id, quantity: 3 }, "quantity"],
    ] as const)
      expect(await zhangwei.post(`${paths.carts}/submit`, sent)).toMatchObject({
        status: 400,
        msg: expect.stringContaining("已禁用或注销，不能加购"),
        data: { issues: [{ path: [field] }] },
      });
  });

  it("takes no more than each member may buy", async () => {
    const [sku] = await goods([["10.00", 9]], { limitQuantity: 2 });
    if (sku === undefined) throw new Error("no goods");
    const line = {
      memberId: await member("100"),
      clientPlatformId: await platform(),
      commodityId: sku.commodityId,
      commoditySkuId: sku.id,
    };
    await add(paths.carts, { ...line, quantity: 2 });
    expect(await zhangwei.post(`${paths.carts}/submit`, { ...line, quantity: 1 })).toMatchObject({
      status: 400,
      msg: expect.stringContaining("每人限购 2 件"),
    });
  });
});

describe("addresses of a member", () => {
  it("have one default: the first, until another is made it, however many are at once", async () => {
    const memberId = await member("100");
    const body = { memberId, receiverName: "周敏", receiverPhone: "13805710003", regionCode: "330106", detailAddress: "文三路 478 号" };
    const defaults = async () =>
      recordsIn(await zhangwei.get(`${paths.addresses}/list`, { memberId_equal: memberId, isDefault_equal: "1" })).map(({ id }) => id);
    const firstId = await add(paths.addresses, body);
    expect(await defaults()).toEqual([firstId]);
    await add(paths.addresses, { ...body, isDefault: 0 });
    expect(await defaults()).toEqual([firstId]);
    const third = await add(paths.addresses, { ...body, isDefault: 1 });
    expect(await defaults()).toEqual([third]);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => zhangwei.post(`${paths.addresses}/submit`, { ...body, isDefault: 1 })),
    );
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200]);
    expect(await defaults()).toHaveLength(1);
    expect(await zhangwei.post(`${paths.addresses}/submit`, { id: firstId, isDefault: 1 })).toMatchObject({ code: 200 });
    expect(await defaults()).toEqual([firstId]);
    // What writes past the rules meets the database.
    await expect(put("update address set is_default = 1 where id = $1", [third])).rejects.toThrow(/uq_|unique|duplicate/i);
  });
});
