// A link is stored on one side and shown on both: products and specs of the code system at SPU and SKU, members at their WeChat users.
import { describe, expect, it } from "vitest";
import { startDemonstration } from "../demonstration.ts";

const { find, row, zhangwei } = await startDemonstration();

interface Side {
  readonly path: string;
  readonly field: string;
  /** Finds the row of the seed. */
  readonly by: Readonly<Record<string, string>>;
}

describe.each<[string, Side, Side, Readonly<Record<string, string>>]>([
  [
    "an SPU and its traceable product",
    { path: "/digit-marketing/product/spu", field: "attrOwnerId", by: { spuCode_equal: "MX-YB52" } },
    { path: "/digit-bind/attr-owner", field: "spuId", by: { code_equal: "P0001" } },
    { spuCode_equal: "DXY-HD10" },
  ],
  [
    "an SKU and its spec",
    { path: "/digit-marketing/product/sku", field: "specId", by: { skuCode_equal: "MX-ZC53-500-1" } },
    { path: "/digit-bind/spec", field: "skuId", by: { specCode_equal: "SP0002" } },
    { skuCode_equal: "SYCS-TGY-250" },
  ],
  [
    "a WeChat user and their member",
    { path: "/digit-apply/wxuser", field: "memberId", by: { nickname_equal: "敏敏" } },
    { path: "/qianyun/member", field: "wxuserId", by: { memberNo_equal: "HY202404180001" } },
    { nickname_equal: "老李爱喝酒" },
  ],
])("%s", (_pair, shown, stored, other) => {
  it("show each other from the first start, and the list is searched by it", async () => {
    const link = await find(stored.path, stored.by);
    const seen = await find(shown.path, shown.by);
    expect(seen[shown.field]).toBe(link["id"]);
    expect(link[stored.field]).toBe(seen["id"]);
    expect(await find(shown.path, { [`${shown.field}_equal`]: String(link["id"]) })).toMatchObject({ id: seen["id"] });
  });

  it("follow the link when it moves, where it was before another row is the first, and nothing is left of it when it goes", async () => {
    const link = await find(stored.path, stored.by);
    const [from, to] = [await find(shown.path, shown.by), await find(shown.path, other)];
    const move = async (target: unknown) =>
      expect(
        await zhangwei.post(`${stored.path}/submit`, { ...(await row(stored.path, link["id"])), [stored.field]: target }),
      ).toMatchObject({ code: 200 });
    const seen = async (one: unknown) => (await row(shown.path, one))[shown.field];
    const before = await seen(to["id"]);
    await move(to["id"]);
    expect(await seen(from["id"])).toBe(-1);
    // Two rows refer to it now, and it shows the one that was there first.
    expect([link["id"], before]).toContain(await seen(to["id"]));
    await move("");
    expect(await seen(to["id"])).toBe(before);
    await move(from["id"]);
    expect(await seen(from["id"])).toBe(link["id"]);
  });
});

it("the side that shows a link keeps nobody from removing the row that holds it, and loses it then", async () => {
  const spu = await find("/digit-marketing/product/spu", { spuCode_equal: "MX-YB52" });
  const added = await zhangwei.post("/digit-bind/attr-owner/submit", { ownerType: 1, code: "P-SIDE", name: "旁支", spuId: spu["id"] });
  expect(added).toMatchObject({ code: 200 });
  const mine = await find("/digit-bind/attr-owner", { code_equal: "P-SIDE" });
  const first = await find("/digit-bind/attr-owner", { code_equal: "P0001" });
  await zhangwei.post("/digit-bind/attr-owner/submit", { ...(await row("/digit-bind/attr-owner", first["id"])), spuId: "" });
  expect(await row("/digit-marketing/product/spu", spu["id"])).toMatchObject({ attrOwnerId: mine["id"] });
  expect(await zhangwei.post(`/digit-bind/attr-owner/remove?ids=${String(mine["id"])}`)).toMatchObject({ code: 200 });
  expect(await row("/digit-marketing/product/spu", spu["id"])).toMatchObject({ attrOwnerId: -1 });
});
