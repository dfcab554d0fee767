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
