// Data scopes: which rows a role sees, chooses and writes, by every call there is; and what a custom rule may say (contract §8).
import type { FastifyInstance } from "fastify";
import { describe, expect, test, vi } from "vitest";
import { ruleLimits } from "../../../src/server/access/custom-rule.ts";
import { call, people, signIn, startTestServer, type Answered, type TestServer, type Token } from "../auth/fixture.ts";
import { dataScope, departments, grantTo, idOfRow, makeDepartment, makeRows, rowNames, submitDataScope, type RowName, type ScopeRow } from "./scope-fixture.ts";

const dataOf = <T>({ body: { data } }: Answered): T => data;
const factory = "/digit-bind/factory";
const factoryKeys = ["factory", "factory_add", "factory_edit", "factory_delete", "factory_view"];

interface Row {
  readonly id: string;
  readonly name: string;
  readonly title?: string;
  readonly hasChildren?: boolean;
  readonly children?: readonly Row[];
  readonly [field: string]: unknown;
}

interface Scene extends TestServer {
  readonly platform: Token;
  readonly admin: Token;
  readonly clerk: Token;
  /** Makes scopes and grants them to the clerk's role, with these menus and buttons. */
  limit(scopes: readonly ScopeRow[], menus?: readonly string[]): Promise<readonly string[]>;
}

/** A tenant with a factory of everybody. */
async function furnished(): Promise<Scene> {
  const server = await startTestServer();
  const { app, database } = server;
  await makeDepartment(database);
  await makeRows(database, "factory", { code: "<name>", name: "<name>", factory_type: 1 });
  const [platform, admin, clerk] = [await signIn(app, "platform"), await signIn(app, "admin"), await signIn(app, "clerk")];
  return {
    ...server, platform, admin, clerk,
    limit: async (scopes, menus = factoryKeys) => {
      const ids: string[] = [];
      for (const row of scopes) ids.push(await dataScope(app, platform, row));
      expect((await grantTo(app, admin, { menus, data: ids })).body).toMatchObject({ code: 200 });
      return ids;
    },
  };
}

async function listed(app: FastifyInstance, token: Token, query: Readonly<Record<string, string>> = {}, path = factory): Promise<{ readonly records: readonly Row[]; readonly total: number }> {
  return dataOf(await call(app, token, "GET", `${path}/list`, { query: { size: "50", ascs: "id", ...query } }));
}

const namesIn = (rows: readonly Row[]): readonly string[] => rows.map(({ name }) => name).sort();
const sorted = (names: readonly RowName[]): readonly string[] => [...names].sort();
const custom = (rule: unknown): ScopeRow => ({ scopeClass: "factory", scopeType: "5", scopeValue: JSON.stringify(rule) });
const own: ScopeRow = { scopeClass: "factory", scopeType: "2", scopeColumn: "create_user" };

describe("the rows of a list, and their number", () => {
  const kinds: readonly (readonly [string, readonly ScopeRow[], readonly RowName[]])[] = [
    ["no scope: all", [], rowNames],
    ["type 1: all", [{ scopeClass: "factory", scopeType: "1" }], rowNames],
    ["type 2: one's own", [own], ["mine"]],
    ["type 2 by the name on the wire", [{ ...own, scopeColumn: "createUser" }], ["mine"]],
    ["type 3: of one's departments", [{ scopeClass: "factory", scopeType: "3" }], ["mine", "colleague"]],
    ["type 4: and of those below", [{ scopeClass: "factory", scopeType: "4" }], ["mine", "colleague", "below"]],
    ["type 5: a rule", [custom({ or: [{ field: "createDept", op: "isNull" }, { field: "create_user", op: "eq", value: { current: "user" } }] })], ["mine", "nobody"]],
    ["two: what either admits", [own, custom({ field: "name", op: "eq", value: "elsewhere" })], ["mine", "elsewhere"]],
    ["two, one of which admits all", [own, { scopeClass: "factory", scopeType: "1" }], rowNames],
    ["one of another resource only", [{ scopeClass: "shop", scopeType: "2", scopeColumn: "create_user" }], rowNames],
  ];

  test("are those of the kind of scope, from the next request on", async () => {
    const { app, limit, clerk } = await furnished();
    for (const [what, scopes, expected] of kinds) {
      await limit(scopes);
      const { records, total } = await listed(app, clerk);
      expect([what, namesIn(records), total]).toEqual([what, sorted(expected), expected.length]);
    }
  });

  test("stay limited under filters, sorting and deep pages", async () => {
    const { app, limit, clerk } = await furnished();
    await limit([{ scopeClass: "factory", scopeType: "3" }]);
    expect(namesIn((await listed(app, clerk, { name: "e" })).records)).toEqual(["colleague", "mine"]);
    expect((await listed(app, clerk, { id_equal: idOfRow("elsewhere") })).total).toBe(0);
    expect((await listed(app, clerk, { createUser_equal: people.admin.id, descs: "name" })).records.map(({ name }) => name)).toEqual(["colleague"]);
    expect(await listed(app, clerk, { current: "200", size: "10" })).toMatchObject({ total: 2, records: [] });
  });

  test("are all of them for administrators, whatever their roles hold", async () => {
    const { app, platform, admin } = await furnished();
    const id = await dataScope(app, platform, own);
    expect((await grantTo(app, platform, { data: [id], role: people.admin.role })).body.code).toBe(200);
    expect((await listed(app, admin)).total).toBe(rowNames.length);
    expect((await listed(app, platform, { tenantId: "100001" })).total).toBe(rowNames.length);
  });

  test("never are another tenant's", async () => {
    const { app, database, limit, clerk } = await furnished();
    await database.owner.transaction((tx) =>
      tx.query({ sql: "insert into factory (id, tenant_id, code, name, create_user, create_dept) values ('8801', '100002', 'f', 'foreign', $1, $2)", parameters: [people.clerk.id, departments.own] }));
    for (const scope of [own, { scopeClass: "factory", scopeType: "1" }, custom({ or: [{ field: "tenantId", op: "ne", value: "100001" }, { field: "name", op: "like", value: "e" }] })]) {
      await limit([scope]);
      expect(namesIn((await listed(app, clerk)).records)).not.toContain("foreign");
    }
  });

  test("follow a change of the scope, of the department tree, and of the grant at the next request", async () => {
    const { app, database, limit, clerk, platform, admin } = await furnished();
    const [id = ""] = await limit([{ scopeClass: "factory", scopeType: "4" }]);
    expect((await listed(app, clerk)).total).toBe(3);
    await database.owner.transaction((tx) => tx.query({ sql: "update dept set parent_id = null where id = $1", parameters: [departments.below] }));
    expect((await listed(app, clerk)).total).toBe(2);
    expect((await call(app, platform, "POST", "/blade-system/data-scope/submit", { payload: { id, scopeType: "2", scopeColumn: "create_user" } })).body.code).toBe(200);
    expect((await listed(app, clerk)).total).toBe(1);
    await grantTo(app, admin, { menus: factoryKeys });
    expect((await listed(app, clerk)).total).toBe(rowNames.length);
  });

  test("are none where a scope means nothing any more", async () => {
    const { app, database, limit, clerk } = await furnished();
    const [id = ""] = await limit([own]);
    for (const broken of ["scope_column = 'gone'", "scope_type = '9'", "scope_type = '5', scope_value = 'create_user is not null'"]) {
      await database.owner.transaction((tx) => tx.query({ sql: `update data_scope set ${broken} where id = $1`, parameters: [id] }));
      expect([broken, (await listed(app, clerk)).total]).toEqual([broken, 0]);
    }
  });

  test("cost no statement more", async () => {
    const { app, database, limit, clerk } = await furnished();
    const counted = async () => {
      await listed(app, clerk);
      const spies = [vi.spyOn(database, "read"), vi.spyOn(database.owner, "read"), vi.spyOn(database, "transaction")];
      await listed(app, clerk);
      const statements = spies.map((spy) => spy.mock.calls.map((given: readonly unknown[]) => given.map((one) => (Array.isArray(one) ? one.length : 0))));
      for (const spy of spies) spy.mockRestore();
      return statements;
    };
    await limit([]);
    const before = await counted();
    await limit([{ scopeClass: "factory", scopeType: "4" }, own]);
    expect(await counted()).toEqual(before);
  });
});

describe("a row that is not seen", () => {
  const hidden = idOfRow("elsewhere");

  test("is in no detail and no select, and is neither edited nor removed", async () => {
    const { app, database, limit, clerk } = await furnished();
    await limit([own]);
    expect(dataOf(await call(app, clerk, "GET", `${factory}/detail`, { query: { id: hidden } }))).toEqual({});
    expect(dataOf(await call(app, clerk, "GET", `${factory}/detail`, { query: { id: idOfRow("mine") } }))).toMatchObject({ name: "mine" });
    expect(namesIn(dataOf(await call(app, clerk, "GET", `${factory}/select`)))).toEqual(["mine"]);
    const missing = await call(app, clerk, "POST", `${factory}/submit`, { payload: { id: "1", name: "new" } });
    expect(missing).toMatchObject({ status: 400, body: { data: { error: "rowNotFound" } } });
    expect((await call(app, clerk, "POST", `${factory}/submit`, { payload: { id: hidden, name: "new" } })).body).toEqual(missing.body);
    for (const ids of [hidden, `${idOfRow("mine")},${hidden}`]) expect((await call(app, clerk, "POST", `${factory}/remove`, { query: { ids } })).body).toEqual(missing.body);
    const [stored] = await database.owner.read([{ sql: "select name from factory where tenant_id = '100001' and is_deleted = 0 and version = 1", parameters: [] }]);
    expect(stored?.rows).toHaveLength(rowNames.length);
    expect((await call(app, clerk, "POST", `${factory}/submit`, { payload: { id: idOfRow("mine"), name: "changed" } })).body.code).toBe(200);
    expect((await call(app, clerk, "POST", `${factory}/remove`, { query: { ids: idOfRow("mine") } })).body.code).toBe(200);
  });

  test("is not chosen in a form, but keeps its name where it was chosen before", async () => {
    const { app, database, limit, clerk } = await furnished();
    await database.owner.transaction((tx) => tx.query({ sql: "insert into shop (id, tenant_id, factory_id, code, name) values ('8101', '100001', $1, 's', 'shop')", parameters: [hidden] }));
    await limit([own], ["shop", "shop_add", "shop_edit"]);
    const shop = { code: "S1", name: "new shop" };
    const refused = await call(app, clerk, "POST", "/digit-bind/shop/submit", { payload: { ...shop, factoryId: hidden } });
    expect(refused).toMatchObject({ status: 400, body: { data: { error: "invalid", issues: [{ path: ["factoryId"] }] } } });
    expect((await call(app, clerk, "POST", "/digit-bind/shop/submit", { payload: { ...shop, factoryId: idOfRow("mine") } })).body.code).toBe(200);
    expect((await call(app, clerk, "POST", "/digit-bind/shop/submit", { payload: { id: "8101", name: "renamed", factoryId: hidden } })).body.code).toBe(200);
    const { records } = await listed(app, clerk, { id_equal: "8101" }, "/digit-bind/shop");
    expect(records).toMatchObject([{ name: "renamed", factoryId: hidden, factoryName: "elsewhere" }]);
  });

  test("is in no answer to a list of ids", async () => {
    const { app, database, limit, clerk } = await furnished();
    await makeRows(database, "attr_owner", { code: "<name>", name: "<name>", owner_type: 1 });
    await limit([{ scopeClass: "attr-owner", scopeType: "3" }], ["attr-owner"]);
    const answer = await call(app, clerk, "POST", "/digit-bind/attr-owner/list/ids", { payload: { ids: rowNames.map((name) => idOfRow(name)) } });
    expect(namesIn(dataOf(answer))).toEqual(["colleague", "mine"]);
  });

  test("is moved by no action, and nothing of the call happens", async () => {
    const { app, database, limit, clerk } = await furnished();
    await makeRows(database, "device", { device_code: "<name>", name: "<name>", device_type: 1, status: 1 });
    await limit([{ scopeClass: "device", scopeType: "2", scopeColumn: "create_user" }], ["device", "device_status"]);
    const act = (name: RowName) => call(app, clerk, "POST", `/digit-bind/device/disable/${idOfRow(name)}`);
    expect((await act("colleague")).body).toMatchObject({ code: 400, data: { error: "rowNotFound" } });
    expect((await act("mine")).body.code).toBe(200);
    const [stored] = await database.owner.read([{ sql: "select name from device where status = 2", parameters: [] }]);
    expect(stored?.rows).toEqual([{ name: "mine" }]);
  });

  test("is in no tree, and what is below it stands at the top", async () => {
    const { app, database, limit, clerk } = await furnished();
    await makeRows(database, "product_category", { name: "<name>", image: "/x.png", sort_order: 0, level: 1 });
    await database.owner.transaction((tx) =>
      tx.batch([["8201", "under mine", "mine", people.admin.id], ["8202", "own, under elsewhere", "elsewhere", people.clerk.id], ["8203", "hidden, under elsewhere", "elsewhere", people.admin.id]].map(([id, name, parent, user]) => ({
        sql: "insert into product_category (id, tenant_id, parent_id, name, image, sort_order, level, create_user) values ($1, '100001', $2, $3, '/x.png', 0, 2, $4)",
        parameters: [id, idOfRow(parent as RowName), name, user], // one of the names above
      }))));
    await limit([{ scopeClass: "product-category", scopeType: "2", scopeColumn: "create_user" }], ["product-category"]);
    const path = "/digit-marketing/product/category";
    const top = dataOf<readonly Row[]>(await call(app, clerk, "GET", `${path}/lazy-list`, { query: { parentId: "0" } }));
    expect(namesIn(top)).toEqual(["mine", "own, under elsewhere"]);
    expect(top.map(({ hasChildren }) => hasChildren)).toEqual([false, false]);
    expect(dataOf(await call(app, clerk, "GET", `${path}/lazy-list`, { query: { parentId: idOfRow("mine") } }))).toEqual([]);
    const tree = dataOf<readonly Row[]>(await call(app, clerk, "GET", `${path}/tree`));
    expect(tree.map(({ title, children }) => [title, children])).toEqual([["mine", undefined], ["own, under elsewhere", undefined]]);
  });

  test("hides the lines of its document, and takes no new ones", async () => {
    const { app, database, limit, clerk } = await furnished();
    await database.owner.transaction((tx) =>
      tx.batch([
        { sql: "insert into attr_owner (id, tenant_id, code, name, owner_type) values ('8301', '100001', 'P', 'product', 1)", parameters: [] },
        { sql: "insert into spec (id, tenant_id, product_id, spec_code, spec_name) values ('8302', '100001', '8301', 'S', 'spec')", parameters: [] },
      ]));
    await makeRows(database, "stock_out_doc", { doc_no: "<name>", doc_type: 9, status: 0 });
    const lines = rowNames.map((name, index) => ({ sql: "insert into doc_detail (id, tenant_id, doc_id, doc_kind, product_id, spec_id, layer, num, real_num) values ($1, '100001', $2, 2, '8301', '8302', 1, 1, 0)", parameters: [String(8401 + index), idOfRow(name)] }));
    await database.owner.transaction((tx) => tx.batch(lines));
    const menus = ["stock-out-doc", "stockoutdoc_edit", "warehousebillproduct_add", "warehousebillproduct_edit", "warehousebillproduct_delete", "warehousebillproduct_view"];
    await limit([{ scopeClass: "stock-out-doc", scopeType: "3" }], menus);
    const path = "/digit-bind/doc-detail";
    expect((await listed(app, clerk, {}, path)).records.map((row) => row["docId"])).toEqual([idOfRow("mine"), idOfRow("colleague")]);
    expect((await listed(app, clerk, { docId: idOfRow("elsewhere") }, path)).total).toBe(0);
    expect(dataOf(await call(app, clerk, "GET", `${path}/select`, { query: { billId: idOfRow("elsewhere") } }))).toEqual([]);
    const line = { productId: "8301", specId: "8302", layer: 1, num: 5, realNum: 0 };
    expect((await call(app, clerk, "POST", `${path}/submit`, { payload: { ...line, docId: idOfRow("elsewhere") } })).body).toMatchObject({ code: 400, data: { issues: [{ path: ["docId"] }] } });
    expect((await call(app, clerk, "POST", `${path}/remove`, { query: { ids: String(8401 + rowNames.indexOf("elsewhere")) } })).body).toMatchObject({ code: 400, data: { error: "rowNotFound" } });
    expect((await call(app, clerk, "POST", `${path}/submit`, { payload: { ...line, docId: idOfRow("colleague") } })).body.code).toBe(200);
    const [stored] = await database.owner.read([{ sql: "select count(*)::int as lines from doc_detail where is_deleted = 0", parameters: [] }]);
    expect(stored?.rows).toEqual([{ lines: rowNames.length + 1 }]);
  });

  test("is counted in no figure of the home page, and in no report", async () => {
    const { app, database, limit, clerk } = await furnished();
    await makeRows(database, "stock_in_doc", { doc_no: "<name>", doc_type: 1, status: 0 });
    await makeRows(database, "code_gen_record", { gen_no: "<name>", name: "<name>", status: 2 });
    await makeRows(database, "consumer_scan_record", { code: "C1", scan_time: "2026-11-21 01:00:00", result: 1, non_channel: 1 });
    const byDepartment = ["stock-in-doc", "code-gen-record", "consumer-scan-record"].map((scopeClass) => ({ scopeClass, scopeType: "3" }));
    await limit(byDepartment, ["stock-in-doc", "code-gen-record", "consumer-scan-record", "scan-summary", "scan-single-code", "scan-non-channel"]);
    expect(dataOf(await call(app, clerk, "GET", "/blade-desk/home"))).toMatchObject({ stockIn: { num: 2 } });
    expect(namesIn(dataOf(await call(app, clerk, "GET", "/digit-manage/code-gen-record/select")))).toEqual(["colleague", "mine"]);
    expect((await call(app, clerk, "GET", `/digit-bind/stock-in-doc/code-detail/${idOfRow("elsewhere")}`)).body).toMatchObject({ code: 400, data: { error: "rowNotFound" } });
    const scans = "/digit-apply/consumer-scan-record";
    const ids = (rows: readonly Row[]) => rows.map(({ id }) => id).sort();
    const seen = [idOfRow("mine"), idOfRow("colleague")];
    expect(dataOf(await call(app, clerk, "GET", `${scans}/summary`, { query: { startDate: "2026-11-20", endDate: "2026-11-21" } }))).toMatchObject({ total: { scanNum: 2 } });
    expect(ids(dataOf<{ records: readonly Row[] }>(await call(app, clerk, "GET", `${scans}/single-code`, { query: { code: "C1" } })).records)).toEqual(seen);
    const outside = dataOf<{ records: readonly Row[]; total: number }>(await call(app, clerk, "GET", `${scans}/non-channel`));
    expect([ids(outside.records), outside.total]).toEqual([seen, 2]);
  });
});

describe("a custom rule", () => {
  const compared: readonly (readonly [unknown, readonly RowName[]])[] = [
    [{ field: "name", op: "eq", value: "mine" }, ["mine"]],
    [{ field: "name", op: "ne", value: "mine" }, ["colleague", "below", "elsewhere", "nobody"]],
    [{ field: "createUser", op: "ne", value: { current: "user" } }, ["colleague", "below", "elsewhere", "nobody"]],
    [{ field: "name", op: "in", value: ["mine", "below", "' or '1'='1"] }, ["mine", "below"]],
    [{ field: "name", op: "like", value: "EL" }, ["below", "elsewhere"]],
    [{ field: "name", op: "like", value: "%" }, []],
    [{ field: "createDept", op: "isNull", value: false }, ["mine", "colleague", "below", "elsewhere"]],
    [{ field: "create_dept", op: "in", value: { current: "depts" } }, ["mine", "colleague"]],
    [{ field: "create_dept", op: "in", value: { current: "branch" } }, ["mine", "colleague", "below"]],
    [{ field: "tenantId", op: "eq", value: { current: "tenant" } }, rowNames],
    [{ field: "id", op: "in", value: [idOfRow("nobody"), Number(idOfRow("mine"))] }, ["mine", "nobody"]],
    [{ field: "version", op: "ge", value: 2 }, []],
    [{ field: "createTime", op: "lt", value: "2020-01-01" }, []],
    [{ and: [{ field: "createDept", op: "eq", value: departments.own }, { or: [{ field: "name", op: "eq", value: "mine" }, { field: "name", op: "eq", value: "elsewhere" }] }] }, ["mine"]],
  ];

  test("compares as its operators say", async () => {
    const { app, database, limit, clerk } = await furnished();
    await database.owner.transaction((tx) => tx.query({ sql: "update factory set create_time = '2026-01-01'", parameters: [] }));
    for (const [rule, expected] of compared) {
      await limit([custom(rule)]);
      expect([rule, namesIn((await listed(app, clerk)).records)]).toEqual([rule, sorted(expected)]);
    }
  });

  const nested = (depth: number): unknown => (depth === 0 ? { field: "name", op: "eq", value: "x" } : { and: [nested(depth - 1)] });
  const refused: readonly (readonly [string, string])[] = [
    ["SQL", "create_user = 1 or 1=1"],
    ["nothing", " "],
    ["no object", "[]"],
    ["a text", '"name = name"'],
    ["SQL as a field", JSON.stringify({ field: "name\" is not null or \"name", op: "eq", value: "x" })],
    ["an unknown field", JSON.stringify({ field: "salary", op: "eq", value: "x" })],
    ["a name of every object", JSON.stringify({ field: "constructor", op: "eq", value: "x" })],
    ["SQL as an operator", JSON.stringify({ field: "name", op: "= '' or 1=1 --", value: "x" })],
    ["an unknown operator", JSON.stringify({ field: "name", op: "regex", value: "x" })],
    ["no operator", JSON.stringify({ field: "name", value: "x" })],
    ["a further member", JSON.stringify({ field: "name", op: "eq", value: "x", sql: "1=1" })],
    ["and beside or", '{"and":[{"field":"name","op":"isNull"}],"or":[{"field":"name","op":"isNull"}]}'],
    ["an empty or", '{"or":[]}'],
    ["like on a number", JSON.stringify({ field: "sort", op: "like", value: "1" })],
    ["an order of texts", JSON.stringify({ field: "name", op: "gt", value: "a" })],
    ["a text for a number", JSON.stringify({ field: "sort", op: "eq", value: "1; drop table factory" })],
    ["an object for a text", JSON.stringify({ field: "name", op: "eq", value: { "$ne": "" } })],
    ["a list where one value belongs", JSON.stringify({ field: "name", op: "eq", value: ["x"] })],
    ["no value", JSON.stringify({ field: "name", op: "eq" })],
    ["a day that is none", JSON.stringify({ field: "createTime", op: "lt", value: "2025-13-40" })],
    ["an unknown placeholder", JSON.stringify({ field: "createUser", op: "eq", value: { current: "boss" } })],
    ["a placeholder on the wrong column", JSON.stringify({ field: "name", op: "eq", value: { current: "user" } })],
    ["departments as one value", JSON.stringify({ field: "createDept", op: "eq", value: { current: "depts" } })],
    ["no members", JSON.stringify({ field: "name", op: "in", value: [] })],
    ["too many members", JSON.stringify({ field: "sort", op: "in", value: Array.from({ length: ruleLimits.members + 1 }, (_one, index) => index) })],
    ["too long a text", JSON.stringify({ field: "name", op: "eq", value: "x".repeat(ruleLimits.text + 1) })],
    ["too deep a rule", JSON.stringify(nested(ruleLimits.depth))],
    ["too many comparisons", JSON.stringify({ or: Array.from({ length: ruleLimits.comparisons + 1 }, () => ({ field: "id", op: "isNull" })) })],
  ];

  test("is refused with what is wrong, and not kept, where it does not fit the definition", async () => {
    const { app, database, platform } = await furnished();
    for (const [what, scopeValue] of refused) {
      const answer = await submitDataScope(app, platform, { scopeClass: "factory", scopeType: "5", scopeValue });
      expect([what, answer.status, answer.body]).toMatchObject([what, 400, { data: { error: "invalid", issues: [{ path: ["scopeValue"] }] } }]);
    }
    const answer = await submitDataScope(app, platform, custom({ or: [{ field: "name", op: "isNull" }, { field: "salary", op: "eq", value: 1 }] }));
    expect(answer.body).toMatchObject({ data: { issues: [{ message: "or[1]：“工厂”没有字段“salary”" }] } });
    const [stored] = await database.owner.read([{ sql: "select count(*)::int as scopes from data_scope", parameters: [] }]);
    expect(stored?.rows).toEqual([{ scopes: 0 }]);
  });

  test("never names a secret", async () => {
    const { app, platform } = await furnished();
    for (const field of ["deviceSecret", "device_secret"]) {
      const answer = await submitDataScope(app, platform, { scopeClass: "device", scopeType: "5", scopeValue: JSON.stringify({ field, op: "like", value: "a" }) });
      expect(answer.body).toMatchObject({ data: { issues: [{ path: ["scopeValue"] }] } });
    }
  });
});

describe("a scope", () => {
  test("is refused where its target or its column is none, also when it changes", async () => {
    const { app, platform } = await furnished();
    const wrong: readonly (readonly [ScopeRow, string])[] = [
      [{ scopeClass: "nothing", scopeType: "1" }, "scopeClass"],
      [{ scopeClass: "org.springblade.mapper.UserMapper.selectPage", scopeType: "1" }, "scopeClass"],
      [{ scopeClass: "menu", scopeType: "3" }, "scopeClass"],
      [{ scopeClass: "scan-summary", scopeType: "3" }, "scopeClass"],
      [{ scopeClass: "factory", scopeType: "3", scopeColumn: "dept" }, "scopeColumn"],
      [{ scopeClass: "factory", scopeType: "1", scopeColumn: "1=1 --" }, "scopeColumn"],
      [{ scopeClass: "factory", scopeType: "2", scopeColumn: "create_dept" }, "scopeColumn"],
      [{ scopeClass: "factory", scopeType: "4", scopeColumn: "create_user" }, "scopeColumn"],
      [{ scopeClass: "factory", scopeType: "2", scopeColumn: "name" }, "scopeColumn"],
    ];
    for (const [row, field] of wrong) expect([row, (await submitDataScope(app, platform, row)).body]).toMatchObject([row, { code: 400, data: { issues: [{ path: [field] }] } }]);
    const id = await dataScope(app, platform, own);
    expect((await call(app, platform, "POST", "/blade-system/data-scope/submit", { payload: { id, scopeType: "3" } })).body).toMatchObject({ code: 400, data: { issues: [{ path: ["scopeColumn"] }] } });
    expect((await submitDataScope(app, platform, { scopeClass: "device", scopeType: "2", scopeColumn: "bind_user_id" })).body.code).toBe(200);
  });

  test("is written by the platform's administrator only", async () => {
    const { app, admin } = await furnished();
    expect((await submitDataScope(app, admin, own)).status).toBe(403);
  });

  test("that a role holds is not removed below it", async () => {
    const { app, limit, clerk, platform, admin } = await furnished();
    const [id = ""] = await limit([own]);
    const remove = () => call(app, platform, "POST", "/blade-system/data-scope/remove", { query: { ids: id } });
    expect((await remove()).body).toMatchObject({ code: 400, data: { error: "inUse", blocker: { resource: "role", id: people.clerk.role } } });
    expect((await listed(app, clerk)).total).toBe(1);
    await grantTo(app, admin, { menus: factoryKeys });
    expect((await remove()).body.code).toBe(200);
  });

  test("is offered below its menu, and told of the role that holds it", async () => {
    const { app, limit, admin, clerk } = await furnished();
    const [id = ""] = await limit([own], ["role", "role_grant", "factory"]);
    for (const token of [admin, clerk]) {
      const { dataScope: tree } = dataOf<{ dataScope: readonly Row[] }>(await call(app, token, "GET", "/blade-system/menu/grant-tree"));
      expect(tree).toMatchObject([{ title: "生产管理", children: [{ title: "工厂", children: [{ id, key: id, value: id, title: "scope" }] }] }]);
    }
    expect(dataOf(await call(app, clerk, "GET", "/blade-system/menu/role-tree-keys", { query: { roleIds: people.clerk.role } }))).toMatchObject({ dataScope: [id], apiScope: [] });
  });
});

describe("granting", () => {
  const granting = ["role", "role_grant", "factory", "factory_view"];

  test("hands out no scope that the giver does not hold, and none that is not there", async () => {
    const { app, limit, platform, admin, clerk } = await furnished();
    const [held = ""] = await limit([own], granting);
    const other = await dataScope(app, platform, { scopeClass: "factory", scopeType: "1" });
    for (const data of [[other], [held, other], ["999"]]) expect((await grantTo(app, clerk, { menus: granting, data })).body).toMatchObject({ code: 400, data: { error: "morePowerful" } });
    expect((await grantTo(app, admin, { menus: granting, data: ["999"] })).body).toMatchObject({ code: 400 });
    expect((await grantTo(app, clerk, { menus: ["factory"], data: [held] })).body.code).toBe(200);
  });

  test("lifts no limit of the giver's, neither from the own role nor from another", async () => {
    const { app, database, limit, clerk } = await furnished();
    await database.owner.transaction((tx) => tx.query({ sql: "insert into role (id, tenant_id, role_name, role_alias, role_type, sort) values ('2010', '100001', 'other', 'other', '1', 2)", parameters: [] }));
    const [held = ""] = await limit([own], [...granting, "user", "user_edit", "user_role"]);
    for (const role of [people.clerk.role, "2010"]) {
      expect((await grantTo(app, clerk, { menus: granting, role })).body).toMatchObject({ code: 400, data: { error: "morePowerful" } });
      expect((await grantTo(app, clerk, { menus: ["factory_view"], role })).body).toMatchObject({ code: 400 });
    }
    expect((await listed(app, clerk)).total).toBe(1);
    // Nor by taking a role that sees more.
    await database.owner.transaction((tx) => tx.query({ sql: "insert into role_menu (id, tenant_id, role_id, menu_id) select 7900, '100001', 2010, menu_id from role_menu where role_id = $1 and menu_id = (select id from menu where code = 'factory')", parameters: [people.clerk.role] }));
    expect((await call(app, clerk, "POST", "/blade-user/grant", { query: { userIds: people.clerk.id, roleIds: "2010" } })).body).toMatchObject({ code: 400, data: { error: "morePowerful" } });
    expect((await grantTo(app, clerk, { menus: ["role_grant"], role: "2010" })).body).toMatchObject({ code: 400 });
    expect((await listed(app, clerk)).total).toBe(1);
    expect(held).not.toBe("");
  });

  test("takes a removed role's scopes along", async () => {
    const { app, database, platform, admin } = await furnished();
    await database.owner.transaction((tx) => tx.query({ sql: "insert into role (id, tenant_id, role_name, role_alias, role_type, sort) values ('2010', '100001', 'other', 'other', '1', 2)", parameters: [] }));
    const id = await dataScope(app, platform, own);
    await grantTo(app, admin, { role: "2010", data: [id] });
    expect((await call(app, admin, "POST", "/blade-system/role/remove", { query: { ids: "2010" } })).body.code).toBe(200);
    expect((await call(app, platform, "POST", "/blade-system/data-scope/remove", { query: { ids: id } })).body.code).toBe(200);
  });
});

test("a new row bears its maker's department, so that departments see it", async () => {
  const { app, database, limit, clerk } = await furnished();
  await limit([{ scopeClass: "factory", scopeType: "3" }]);
  const { body } = await call(app, clerk, "POST", `${factory}/submit`, { payload: { code: "N1", name: "new", factoryType: 1 } });
  expect(body.code).toBe(200);
  const [stored] = await database.owner.read([{ sql: "select create_user::text as user, create_dept::text as dept from factory where name = 'new'", parameters: [] }]);
  expect(stored?.rows).toEqual([{ user: people.clerk.id, dept: departments.own }]);
  expect(namesIn((await listed(app, clerk)).records)).toContain("new");
});
