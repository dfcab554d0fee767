// The order of rows given by hand: several numbers in one call, all of them or none.
import { describe, expect, it } from "vitest";
import { orderFieldOf } from "#schema/endpoints";
import type { ResourceModel } from "#schema/model";
import { productModel } from "../../support/product.ts";
import { objectIn, recordsIn } from "../../support/samples.ts";
import { serverOfFile } from "../../support/server.ts";

const path = "/digit-bind/warehouse";
const server = await serverOfFile({ isSeeded: true });
const zhangwei = server.as("zhangwei");

function resourceNamed(name: string): ResourceModel {
  const found = productModel.resource.get(name);
  if (found === undefined) throw new Error(`no resource ${name}`);
  return found;
}

interface Place {
  readonly id: string;
  readonly version: number;
  readonly sort: number;
}

async function places(): Promise<readonly Place[]> {
  const rows = recordsIn(await zhangwei.get(`${path}/list`));
  return rows
    .map((row) => ({ id: String(row["id"]), version: Number(row["version"]), sort: Number(row["sort"]) }))
    .sort((left, right) => (left.id < right.id ? -1 : 1));
}

const numbered = (rows: readonly Place[], first: number) => rows.map(({ id, version }, index) => ({ id, version, sort: first + index }));

describe("reorder", () => {
  it("gives all rows of a call their numbers, and changes nothing else", async () => {
    const before = await places();
    expect(before.length).toBeGreaterThan(2);
    const [first] = before;
    const named = objectIn(await zhangwei.get(`${path}/detail`, { id: first?.id ?? "" }))["name"];
    const sent = numbered(before, 50).map((row) => ({ ...row, name: "改名" }));
    expect(await zhangwei.post(`${path}/reorder`, [...sent].reverse())).toMatchObject({ code: 200 });
    expect(await places()).toEqual(before.map((row, index) => ({ ...row, version: row.version + 1, sort: 50 + index })));
    expect(objectIn(await zhangwei.get(`${path}/detail`, { id: first?.id ?? "" }))["name"]).toBe(named);
  });

  it("leaves every row as it was when one is refused, and says which", async () => {
    const before = await places();
    const sent = numbered(before, 10);
    const stale = sent.map((row, index) => (index === sent.length - 1 ? { ...row, version: row.version - 1 } : row));
    expect(await zhangwei.post(`${path}/reorder`, stale)).toMatchObject({
      status: 409,
      data: { error: "staleVersion", row: sent.length - 1 },
    });
    const wrong = sent.map((row, index) => (index === 1 ? { ...row, sort: -5 } : row));
    expect(await zhangwei.post(`${path}/reorder`, wrong)).toMatchObject({ status: 400, data: { error: "invalid" } });
    expect(await places()).toEqual(before);
  });

  it("takes no row twice, none without its id, and none of another tenant", async () => {
    const before = await places();
    const [one] = numbered(before, 1);
    expect(await zhangwei.post(`${path}/reorder`, [one, one])).toMatchObject({ status: 400, data: { error: "repeatedRow" } });
    expect(await zhangwei.post(`${path}/reorder`, [{ sort: 1 }])).toMatchObject({ status: 400 });
    expect(await server.as("chenqing").post(`${path}/reorder`, numbered(before, 1))).toMatchObject({
      status: 400,
      data: { error: "rowNotFound" },
    });
    expect(await server.as("nobody").post(`${path}/reorder`, numbered(before, 1))).toMatchObject({
      status: 403,
      data: { permission: "warehouse_edit" },
    });
    expect(await places()).toEqual(before);
  });

  it("is there for rows with an order that people give, and for no others", () => {
    const fields = ["warehouse", "product-category", "stock-out-doc", "goods-stock"].map((name) => orderFieldOf(resourceNamed(name)));
    expect(fields).toEqual(["sort", "sortOrder", undefined, undefined]);
  });

  it("of the same rows by several people at once ends, with one of their orders", async () => {
    const before = await places();
    const orders = [before, [...before].reverse()].flatMap((rows, index) =>
      Array.from({ length: 4 }, () => numbered(rows, 100 * (index + 1)).map(({ id, sort }) => ({ id, sort }))),
    );
    const answers = await Promise.all(orders.map((order) => zhangwei.post(`${path}/reorder`, order)));
    expect(answers.map(({ code }) => code)).toEqual(orders.map(() => 200));
    const hundreds = new Set((await places()).map(({ sort }) => Math.floor(sort / 100)));
    expect(hundreds.size).toBe(1);
  });
});

describe("reorder in a tree", () => {
  const categories = "/digit-marketing/product/category";
  const add = async (name: string, parentId?: string): Promise<string> => {
    const answer = await zhangwei.post(`${categories}/submit`, {
      name,
      image: "/demo/jar.svg",
      sortOrder: 7,
      ...(parentId === undefined ? {} : { parentId }),
    });
    return String(objectIn(answer)["id"]);
  };
  const placeOf = async (id: string) => {
    const { parentId, sortOrder, level, name } = objectIn(await zhangwei.get(`${categories}/detail`, { id }));
    return { parentId, sortOrder, level, name };
  };

  it("moves a row below another with a number, and the numbers of those behind it, in one call", async () => {
    const [top, first, moved] = [await add("拖动甲"), await add("拖动乙"), await add("拖动丙")];
    const below = await add("拖动丁", first);
    const sent = [
      { id: moved, parentId: first, sortOrder: 7 },
      { id: below, sortOrder: 8 },
    ];
    expect(await zhangwei.post(`${categories}/reorder`, sent)).toMatchObject({ code: 200 });
    expect(await placeOf(moved)).toEqual({ parentId: first, sortOrder: 7, level: 2, name: "拖动丙" });
    expect(await placeOf(below)).toMatchObject({ parentId: first, sortOrder: 8 });
    // Without a number it goes behind the rows there; to the top as well.
    expect(await zhangwei.post(`${categories}/reorder`, [{ id: top, parentId: first }])).toMatchObject({ code: 200 });
    expect(await placeOf(top)).toMatchObject({ parentId: first, sortOrder: 9, level: 2 });
    expect(await zhangwei.post(`${categories}/reorder`, [{ id: top, parentId: "0" }])).toMatchObject({ code: 200 });
    const place = await placeOf(top);
    expect(place).toMatchObject({ level: 1 });
    expect(Number(place.sortOrder)).toBeGreaterThan(7);
  });

  it("gives each of several rows that go behind others without a number one of its own, in the order of the list", async () => {
    const [target, other] = [await add("多动甲"), await add("多动乙")];
    const [one, two, three, elsewhere] = [await add("多动丙"), await add("多动丁"), await add("多动戊"), await add("多动己")];
    await add("多动庚", target);
    const sent = [
      { id: two, parentId: target },
      { id: elsewhere, parentId: other },
      { id: three, parentId: target, sortOrder: 20 },
      { id: one, parentId: target },
    ];
    expect(await zhangwei.post(`${categories}/reorder`, sent)).toMatchObject({ code: 200 });
    const orders = await Promise.all([two, three, one, elsewhere].map(async (id) => (await placeOf(id)).sortOrder));
    // Behind what is there, and behind a row of the list that says where it goes.
    expect(orders).toEqual([21, 20, 22, 1]);
  });

  it("gives rows that several people move below one parent at once each a number of its own", async () => {
    const target = await add("同时目标");
    const moved = await Promise.all(Array.from({ length: 8 }, (_, index) => add(`同时${index}`)));
    const answers = await Promise.all(moved.map((id) => zhangwei.post(`${categories}/reorder`, [{ id, parentId: target }])));
    expect(answers.map(({ code }) => code)).toEqual(moved.map(() => 200));
    const orders = await Promise.all(moved.map(async (id) => Number((await placeOf(id)).sortOrder)));
    expect(orders.toSorted((left, right) => left - right)).toEqual(moved.map((_, index) => index + 1));
  });

  it("refuses a circle, a level too deep, and a parent of another tenant, and changes nothing", async () => {
    const one = await add("圈甲");
    const two = await add("圈乙", one);
    const three = await add("圈丙", two);
    const other = await add("圈丁");
    const before = await Promise.all([one, two, three, other].map(placeOf));
    const refused = async (rows: readonly unknown[], person = zhangwei) =>
      expect(await person.post(`${categories}/reorder`, rows)).not.toMatchObject({ code: 200 });
    await refused([{ id: one, parentId: three, sortOrder: 1 }]);
    await refused([{ id: one, parentId: one }]);
    expect(await zhangwei.post(`${categories}/reorder`, [{ id: other, parentId: three }])).toMatchObject({
      status: 400,
      msg: "该节点下不能再添加子节点",
    });
    await refused([{ id: other, parentId: "999999999" }]);
    await refused([{ id: other, parentId: "x'; --" }]);
    await refused([{ id: other, parentId: one }], server.as("chenqing"));
    await refused([{ id: other, parentId: one }], server.as("nobody"));
    expect(await Promise.all([one, two, three, other].map(placeOf))).toEqual(before);
  });
});
