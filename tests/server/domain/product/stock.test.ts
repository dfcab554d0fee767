// Stock of the shop: pieces are promised, sold, given away and come back, and none gets lost or is sold twice.
import { describe, expect, it } from "vitest";
import { lockStock, returnStock, takeStock } from "../../../../src/server/domain/product/stock.ts";
import { ApiError } from "../../../../src/server/http/errors.ts";
import { startDemonstration } from "../demonstration.ts";
import { goodsIn } from "./goods.ts";

const demonstration = await startDemonstration();
const { commodity, stocksOf, within } = goodsIn(demonstration);
const [commodities, skus] = ["/digit-marketing/commodity", "/digit-marketing/commodity-sku"] as const;

const refusal = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => {
      throw new Error("was not refused");
    },
    (error: unknown) => {
      if (error instanceof ApiError) return error;
      throw error;
    },
  );

describe("stock", () => {
  it("goes from the shelf to an order, is sold when that is paid, and comes back when it is paid back", async () => {
    const goods = await commodity([10, 4]);
    const [skuId = "", otherId = ""] = goods.skuIds;
    const both = [
      { skuId, quantity: 2 },
      { skuId: otherId, quantity: 4 },
      { skuId, quantity: 1 },
    ];
    await within((context, tx) => lockStock(context, tx, both));
    expect(await stocksOf(goods)).toEqual([
      { stock: 7, lockStock: 3, sales: 0 },
      { stock: 0, lockStock: 4, sales: 0 },
    ]);
    expect(await demonstration.row(commodities, goods.commodityId)).toMatchObject({ stock: 7, sales: 0 });
    await within((context, tx) => takeStock(context, tx, both, "locked"));
    expect(await stocksOf(goods)).toEqual([
      { stock: 7, lockStock: 0, sales: 3 },
      { stock: 0, lockStock: 0, sales: 4 },
    ]);
    expect(await demonstration.row(commodities, goods.commodityId)).toMatchObject({ stock: 7, sales: 7 });
    await within((context, tx) => returnStock(context, tx, both, "sold"));
    expect(await demonstration.row(commodities, goods.commodityId)).toMatchObject({ stock: 14, sales: 0 });
  });

  it("that was locked comes back as far as it is locked, and what was given for points is no sale", async () => {
    const goods = await commodity([5]);
    const [skuId = ""] = goods.skuIds;
    await within((context, tx) => lockStock(context, tx, [{ skuId, quantity: 2 }]));
    await within((context, tx) => returnStock(context, tx, [{ skuId, quantity: 3 }], "locked"));
    expect(await stocksOf(goods)).toEqual([{ stock: 5, lockStock: 0, sales: 0 }]);
    await within((context, tx) => takeStock(context, tx, [{ skuId, quantity: 5 }], "free"));
    expect(await stocksOf(goods)).toEqual([{ stock: 0, lockStock: 0, sales: 0 }]);
    await within((context, tx) => returnStock(context, tx, [{ skuId, quantity: 5 }], "given"));
    expect(await stocksOf(goods)).toEqual([{ stock: 5, lockStock: 0, sales: 0 }]);
  });

  it("that is too small refuses the call by the name of what is short, and moves nothing", async () => {
    const goods = await commodity([3, 1]);
    const [skuId = "", shortId = ""] = goods.skuIds;
    const wanted = [
      { skuId, quantity: 1 },
      { skuId: shortId, quantity: 2 },
    ];
    for (const move of [
      within((context, tx) => lockStock(context, tx, wanted)),
      within((context, tx) => takeStock(context, tx, wanted, "free")),
    ]) {
      const { code, text, details } = await refusal(move);
      expect(code).toBe("shortOfStock");
      expect(text[0]).toMatch(/^“试样\d+ 1”库存不足：可售 1 件，需要 2 件$/);
      expect(text[1]).toMatch(/^Too few of “试样\d+ 1” in stock: 1 left, 2 needed$/);
      expect(details.data).toEqual({ skuId: shortId, available: 1, wanted: 2 });
    }
    expect(await stocksOf(goods)).toEqual([
      { stock: 3, lockStock: 0, sales: 0 },
      { stock: 1, lockStock: 0, sales: 0 },
    ]);
  });

  it("of a SKU that was removed is promised to nobody, and one with locked pieces is not removed", async () => {
    const goods = await commodity([3]);
    const [skuId = ""] = goods.skuIds;
    await within((context, tx) => lockStock(context, tx, [{ skuId, quantity: 1 }]));
    expect(await demonstration.zhangwei.post(`${skus}/remove`, undefined, { ids: skuId })).toMatchObject({
      status: 400,
      msg: expect.stringMatching(/^SKU“SY-\d+-0”有 1 件被订单锁定，不能删除$/),
      data: { error: "lockedStock", id: skuId },
    });
    await within((context, tx) => returnStock(context, tx, [{ skuId, quantity: 1 }], "locked"));
    expect(await demonstration.zhangwei.post(`${skus}/remove`, undefined, { ids: skuId })).toMatchObject({ code: 200 });
    expect((await refusal(within((context, tx) => lockStock(context, tx, [{ skuId, quantity: 1 }])))).code).toBe("skuGone");
  });

  it("gives its last piece to one of two who take it at the same time", async () => {
    const goods = await commodity([1]);
    const [skuId = ""] = goods.skuIds;
    const taken = await Promise.allSettled(
      Array.from({ length: 6 }, (_, index) =>
        within((context, tx) =>
          index % 2 === 0 ? lockStock(context, tx, [{ skuId, quantity: 1 }]) : takeStock(context, tx, [{ skuId, quantity: 1 }], "free"),
        ),
      ),
    );
    expect(taken.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const [{ stock, lockStock: locked } = { stock: NaN, lockStock: NaN }] = await stocksOf(goods);
    expect(stock).toBe(0);
    expect(locked).toBeLessThanOrEqual(1);
  });

  it("of several commodities moves in calls that cross each other, and every commodity shows the sum of its SKUs", async () => {
    const [left, right] = [await commodity([50, 50]), await commodity([50, 50])];
    const pairs = [
      [left.skuIds[0], right.skuIds[1]],
      [right.skuIds[0], left.skuIds[1]],
    ] as const;
    await Promise.all(
      Array.from({ length: 12 }, (_, index) => {
        const [first = "", second = ""] = pairs[index % 2] ?? [];
        return within((context, tx) =>
          lockStock(context, tx, [
            { skuId: second, quantity: 1 },
            { skuId: first, quantity: 2 },
          ]),
        );
      }),
    );
    for (const goods of [left, right]) {
      const stocks = await stocksOf(goods);
      expect(stocks.map(({ stock }) => stock)).toEqual([38, 44]);
      expect(stocks.map(({ lockStock: locked }) => locked)).toEqual([12, 6]);
      expect(await demonstration.row(commodities, goods.commodityId)).toMatchObject({ stock: 82 });
    }
  });

  it("that two people set by hand at the same time adds up on their commodity", async () => {
    const goods = await commodity(Array.from({ length: 6 }, () => 0));
    await Promise.all(goods.skuIds.map((id) => demonstration.zhangwei.post(`${skus}/submit`, { id, stock: 7 })));
    expect(await demonstration.row(commodities, goods.commodityId)).toMatchObject({ stock: 42 });
  });
});
