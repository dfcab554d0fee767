// One change of many rows: what a trial tells, what is written and what is refused, and how it is taken back.
import { beforeEach, describe, expect, it } from "vitest";
import { isRecord, recordsIn } from "#schema/json";
import { serverOfFile, type Client } from "../../support/server.ts";

const server = await serverOfFile({ isSeeded: true });
beforeEach(() => server.reset());
const owner = server.as("zhangwei");

type Row = Readonly<Record<string, unknown>>;
const skus = "/digit-marketing/product/sku";
const factories = "/digit-bind/factory";

const objectIn = (value: unknown): Row => {
  if (!isRecord(value)) throw new Error(`no object: ${JSON.stringify(value)}`);
  return value;
};
async function listed(path: string, query: Readonly<Record<string, string>> = {}, client: Client = owner): Promise<readonly Row[]> {
  return recordsIn(objectIn((await client.get(`${path}/list`, { size: "200", ascs: "id", ...query })).data)["records"]);
}
const idsOf = (rows: readonly Row[]): readonly string[] => rows.map(({ id }) => String(id));
const post = (path: string, body: unknown, query: Readonly<Record<string, string>> = {}, client: Client = owner) =>
  client.post(`${path}/batch-update`, body, query);
async function changed(path: string, body: unknown, query: Readonly<Record<string, string>> = {}): Promise<Row> {
  const answer = await post(path, body, query);
  expect(answer.code, answer.msg).toBe(200);
  return objectIn(answer.data);
}
const counts = (data: Row): readonly unknown[] => [
  objectIn(data["changed"])["count"],
  objectIn(data["unchanged"])["count"],
  objectIn(data["refused"])["count"],
];
const rowsIn = (data: Row, kind: string): readonly Row[] => recordsIn(objectIn(data[kind])["rows"]);
const set = (field: string, value: unknown) => ({ field, operation: "set", value });

describe("a change of several rows", () => {
  it("is told by its trial, which writes nothing, and carried out as it was told", async () => {
    const [first, second, third] = await listed(factories);
    const ids = idsOf([first, second, third].filter((row): row is Row => row !== undefined));
    const body = { ids, changes: [set("principal", "王芳"), { field: "address", operation: "clear" }] };
    const trial = await changed(factories, body, { dryRun: "1" });
    expect(trial).toMatchObject({ done: false, rows: 3 });
    expect(counts(trial)).toEqual([3, 0, 0]);
    expect(rowsIn(trial, "changed")[0]).toMatchObject({
      title: first?.["name"],
      before: { principal: first?.["principal"] },
      after: { principal: "王芳" },
    });
    expect((await listed(factories))[0]?.["principal"]).toBe(first?.["principal"]);

    expect(counts(await changed(factories, body))).toEqual([3, 0, 0]);
    const after = (await listed(factories)).slice(0, 3);
    expect(after.map(({ principal, address }) => [principal, address])).toEqual(ids.map(() => ["王芳", ""]));
    // The same again changes nothing, and no version.
    expect(counts(await changed(factories, body))).toEqual([0, 3, 0]);
    expect((await listed(factories)).slice(0, 3).map(({ version }) => version)).toEqual(after.map(({ version }) => version));
  });

  it("calculates with each row's own value, exactly, with the ending that was asked for", async () => {
    const [row] = await listed(skus);
    const id = String(row?.["id"]);
    await changed(skus, { ids: [id], changes: [set("price", "13.30"), set("marketPrice", "99")] });
    const price = async (change: Row) => {
      await changed(skus, { ids: [id], changes: [{ field: "price", ...change }] });
      return Number((await listed(skus))[0]?.["price"]);
    };
    expect(await price({ operation: "percent", value: 5 })).toBe(13.97);
    expect(await price({ operation: "add", value: "-0.1" })).toBe(13.87);
    expect(await price({ operation: "percent", value: -10, ending: "0.9" })).toBe(12.9);
  });

  it("leaves what is refused as it is, says why by row and field, and changes the others", async () => {
    const [one, other] = await listed(skus);
    const ids = [String(one?.["id"]), String(other?.["id"])];
    await changed(skus, {
      rows: [
        { id: ids[0], price: "10", marketPrice: "10" },
        { id: ids[1], price: "10", marketPrice: "20" },
      ],
    });
    const data = await changed(skus, { ids: [...ids, "999"], changes: [{ field: "price", operation: "percent", value: 20 }] });
    expect(counts(data)).toEqual([1, 0, 2]);
    expect(rowsIn(data, "refused").map(({ id, problems }) => [id, recordsIn(problems).map(({ field }) => field)])).toEqual([
      [ids[0], ["marketPrice"]],
      ["999", [""]],
    ]);
    expect((await listed(skus)).slice(0, 2).map(({ price }) => Number(price))).toEqual([10, 12]);
  });

  it("cannot calculate from nothing", async () => {
    const [row] = await listed(skus);
    await changed(skus, { ids: [row?.["id"]], changes: [{ field: "costPrice", operation: "clear" }] });
    const data = await changed(skus, { ids: [row?.["id"]], changes: [{ field: "costPrice", operation: "add", value: 1 }] });
    expect(rowsIn(data, "refused")).toMatchObject([{ problems: [{ field: "costPrice", message: "原值为空，无法计算" }] }]);
  });

  it("is refused where it makes a value that is too small, also where that is the one that means none on the wire", async () => {
    const [row] = await listed(skus);
    await changed(skus, { ids: [row?.["id"]], changes: [set("costPrice", "4")] });
    const data = await changed(skus, { ids: [row?.["id"]], changes: [{ field: "costPrice", operation: "add", value: -5 }] });
    expect(counts(data)).toEqual([0, 0, 1]);
    expect(Number((await listed(skus))[0]?.["costPrice"])).toBe(4);
  });

  it("reaches all rows that the list finds by its parameters, and no others", async () => {
    const all = await listed(factories);
    const wanted = all.filter(({ factoryType }) => factoryType === 2);
    const data = await changed(factories, { filter: { factoryType: "2" }, changes: [set("remark", "代工")] });
    expect(data["rows"]).toBe(wanted.length);
    expect(wanted.length).toBeGreaterThan(0);
    expect(idsOf(await listed(factories, { remark_equal: "代工" }))).toEqual(idsOf(wanted));
  });

  it("is taken back by what the rows had, but for those that somebody has changed since", async () => {
    const [one, other] = await listed(factories);
    const ids = [String(one?.["id"]), String(other?.["id"])];
    const done = await changed(factories, { ids, changes: [set("principal", "王芳")] });
    await changed(factories, { ids: [ids[1]], changes: [set("remark", "后来的修改")] });
    const rows = rowsIn(done, "changed").map(({ id, version, before }) => ({ id, version, ...objectIn(before) }));
    const back = await changed(factories, { rows });
    expect(counts(back)).toEqual([1, 0, 1]);
    expect((await listed(factories)).slice(0, 2).map(({ principal }) => principal)).toEqual([one?.["principal"], "王芳"]);
  });

  it("is in the history of each of its rows under one name", async () => {
    const [row] = await listed(factories);
    await changed(factories, { ids: [row?.["id"]], changes: [set("principal", "王芳")] });
    const { data } = await owner.get(`${factories}/history`, { id: String(row?.["id"]) });
    expect(JSON.stringify(data)).toContain("批量修改工厂");
  });
});

describe("a change that cannot be meant", () => {
  it.each([
    ["no field that is edited", { changes: [set("createTime", "2026-01-01")] }],
    ["a unique field", { changes: [set("code", "SAME")] }],
    ["a calculation with a text", { changes: [{ field: "principal", operation: "add", value: 1 }] }],
    ["another operation", { changes: [{ field: "principal", operation: "drop" }] }],
    ["the same field twice", { changes: [set("principal", "a"), set("principal", "b")] }],
    ["no change", { changes: [] }],
    ["a key that is none", { ids: ["x'"], changes: [set("principal", "a")] }],
  ])("is refused: %s", async (_name, body) => {
    const [row] = await listed(factories);
    const { code } = await post(factories, { ids: [row?.["id"]], ...body });
    expect(code).toBe(400);
  });

  it("is refused at its field where the value is none of the field", async () => {
    const [row] = await listed(factories);
    const answer = await post(factories, { ids: [row?.["id"]], changes: [set("gln", "12")] });
    expect([answer.code, answer.msg]).toEqual([400, "全球位置码的格式不正确"]);
  });

  it("is refused of a field whose values the person sees masked", async () => {
    const [row] = await listed(factories);
    const editor = server.as("nobody", { permissions: new Set(["factory", "factory_edit"]) });
    const answer = await post(factories, { ids: [row?.["id"]], changes: [set("phone", "13800000000")] }, {}, editor);
    expect([answer.code, answer.msg]).toEqual([400, "您没有查看“联系电话”的权限，不能批量修改"]);
  });

  it("is refused to whoever may not edit, and reaches no row of another tenant", async () => {
    const [row] = await listed(factories);
    const body = { ids: [row?.["id"]], changes: [set("principal", "王芳")] };
    expect((await post(factories, body, {}, server.as("nobody"))).code).toBe(403);
    const { data } = await post(factories, body, {}, server.as("chenqing"));
    expect(counts(objectIn(data))).toEqual([0, 0, 1]);
    expect((await listed(factories))[0]?.["principal"]).toBe(row?.["principal"]);
  });
});
