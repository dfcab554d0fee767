// Data scopes: which rows a role sees, chooses and writes, by every call there is (docs/wire.md §8).
import { describe, expect, test, vi } from "vitest";
import { call, people, signIn } from "../auth/fixture.ts";
import {
  custom,
  dataOf,
  dataScope,
  departments,
  factories,
  factoryMenus,
  scenesOfFile,
  grantTo,
  idOfRow,
  listed,
  makeRows,
  namesIn,
  own,
  type Row,
  type RowName,
  rowNames,
  type ScopeRow,
  sorted,
} from "./scope-fixture.ts";

const furnished = scenesOfFile();

describe("the rows of a list, and their number", () => {
  const kinds: readonly (readonly [string, readonly ScopeRow[], readonly RowName[]])[] = [
    ["no scope: all", [], rowNames],
    ["type 1: all", [{ scopeClass: "factory", scopeType: "1" }], rowNames],
    ["type 2: one's own", [own], ["mine"]],
    ["type 2 by the name on the wire", [{ ...own, scopeColumn: "createUser" }], ["mine"]],
    ["type 3: of one's departments", [{ scopeClass: "factory", scopeType: "3" }], ["mine", "colleague"]],
    ["type 4: and of those below", [{ scopeClass: "factory", scopeType: "4" }], ["mine", "colleague", "below"]],
    [
      "type 5: a rule",
      [
        custom({
          or: [
            { field: "createDept", op: "isNull" },
            { field: "create_user", op: "eq", value: { current: "user" } },
          ],
        }),
      ],
      ["mine", "nobody"],
    ],
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
    expect((await listed(app, clerk, { createUser_equal: people.admin.id, descs: "name" })).records.map(({ name }) => name)).toEqual([
      "colleague",
    ]);
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
      tx.query({
        sql: "insert into factory (id, tenant_id, code, name, create_user, create_dept) values ('8801', '100002', 'f', 'foreign', $1, $2)",
        parameters: [people.clerk.id, departments.own],
      }),
    );
    for (const scope of [
      own,
      { scopeClass: "factory", scopeType: "1" },
      custom({
        or: [
          { field: "tenantId", op: "ne", value: "100001" },
          { field: "name", op: "like", value: "e" },
        ],
      }),
    ]) {
      await limit([scope]);
      expect(namesIn((await listed(app, clerk)).records)).not.toContain("foreign");
    }
  });

  test("follow a change of the scope, of the department tree, and of the grant at the next request", async () => {
    const { app, database, limit, clerk, platform, admin } = await furnished();
    const [id = ""] = await limit([{ scopeClass: "factory", scopeType: "4" }]);
    expect((await listed(app, clerk)).total).toBe(3);
    await database.owner.transaction((tx) =>
      tx.query({ sql: "update dept set parent_id = null where id = $1", parameters: [departments.below] }),
    );
    expect((await listed(app, clerk)).total).toBe(2);
    expect(
      (
        await call(app, platform, "POST /blade-system/data-scope/submit", {
          payload: { id, scopeType: "2", scopeColumn: "create_user" },
        })
      ).body.code,
    ).toBe(200);
    expect((await listed(app, clerk)).total).toBe(1);
    await grantTo(app, admin, { menus: factoryMenus });
    expect((await listed(app, clerk)).total).toBe(rowNames.length);
  });

  test("are no more for who signs in with one role only, which by itself sees more", async () => {
    const { app, database, limit } = await furnished();
    await limit([own]);
    await database.owner.transaction((tx) =>
      tx.batch([
        {
          sql: "insert into role (id, tenant_id, role_name, role_alias, role_type, sort) values ('2010', '100001', 'other', 'other', '1', 2)",
          parameters: [],
        },
        {
          sql: "insert into role_menu (id, tenant_id, role_id, menu_id) select 7900, '100001', 2010, id from menu where code = 'factory'",
          parameters: [],
        },
        { sql: 'update "user" set role_id = $2 where id = $1', parameters: [people.clerk.id, [people.clerk.role, "2010"]] },
      ]),
    );
    for (const roleId of [people.clerk.role, "2010"]) {
      const token = await signIn(app, "clerk", { headers: { "role-id": roleId } });
      expect(namesIn((await listed(app, token)).records)).toEqual(["mine"]);
    }
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
      const statements = spies.map((spy) =>
        spy.mock.calls.map((given: readonly unknown[]) => given.map((one) => (Array.isArray(one) ? one.length : 0))),
      );
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
    expect(dataOf(await call(app, clerk, `GET ${factories}/detail`, { query: { id: hidden } }))).toEqual({});
    expect(dataOf(await call(app, clerk, `GET ${factories}/detail`, { query: { id: idOfRow("mine") } }))).toMatchObject({
      name: "mine",
    });
    expect(namesIn(dataOf(await call(app, clerk, `GET ${factories}/select`)))).toEqual(["mine"]);
    const missing = await call(app, clerk, `POST ${factories}/submit`, { payload: { id: "1", name: "new" } });
    expect(missing).toMatchObject({ status: 400, body: { data: { error: "rowNotFound" } } });
    expect((await call(app, clerk, `POST ${factories}/submit`, { payload: { id: hidden, name: "new" } })).body).toEqual(missing.body);
    for (const ids of [hidden, `${idOfRow("mine")},${hidden}`])
      expect((await call(app, clerk, `POST ${factories}/remove`, { query: { ids } })).body).toEqual(missing.body);
    const [stored] = await database.owner.read([
      { sql: "select name from factory where tenant_id = '100001' and is_deleted = 0 and version = 1", parameters: [] },
    ]);
    expect(stored?.rows).toHaveLength(rowNames.length);
    expect((await call(app, clerk, `POST ${factories}/submit`, { payload: { id: idOfRow("mine"), name: "changed" } })).body.code).toBe(200);
    expect((await call(app, clerk, `POST ${factories}/remove`, { query: { ids: idOfRow("mine") } })).body.code).toBe(200);
  });

  test("is not chosen in a form, but keeps its name where it was chosen before", async () => {
    const { app, database, limit, clerk } = await furnished();
    await database.owner.transaction((tx) =>
      tx.query({
        sql: "insert into shop (id, tenant_id, factory_id, code, name) values ('8101', '100001', $1, 's', 'shop')",
        parameters: [hidden],
      }),
    );
    await limit([own], ["shop", "shop_add", "shop_edit"]);
    const shop = { code: "S1", name: "new shop" };
    const refused = await call(app, clerk, "POST /digit-bind/shop/submit", { payload: { ...shop, factoryId: hidden } });
    expect(refused).toMatchObject({ status: 400, body: { data: { error: "invalid", issues: [{ path: ["factoryId"] }] } } });
    expect((await call(app, clerk, "POST /digit-bind/shop/submit", { payload: { ...shop, factoryId: idOfRow("mine") } })).body.code).toBe(
      200,
    );
    expect(
      (await call(app, clerk, "POST /digit-bind/shop/submit", { payload: { id: "8101", name: "renamed", factoryId: hidden } })).body.code,
    ).toBe(200);
    const { records } = await listed(app, clerk, { id_equal: "8101" }, "/digit-bind/shop");
    expect(records).toMatchObject([{ name: "renamed", factoryId: hidden, factoryName: "elsewhere" }]);
  });

  test("is in no answer to a list of ids", async () => {
    const { app, database, limit, clerk } = await furnished();
    await makeRows(database, "attr_owner", { code: "<name>", name: "<name>", owner_type: 1 });
    await limit([{ scopeClass: "attr-owner", scopeType: "3" }], ["attr-owner"]);
    const answer = await call(app, clerk, "POST /digit-bind/attr-owner/list/ids", {
      payload: { ids: rowNames.map((name) => idOfRow(name)) },
    });
    expect(namesIn(dataOf(answer))).toEqual(["colleague", "mine"]);
  });

  test("is moved by no action, and nothing of the call happens", async () => {
    const { app, database, limit, clerk } = await furnished();
    await makeRows(database, "device", { device_code: "<name>", name: "<name>", device_type: 1, status: 1 });
    await limit([{ scopeClass: "device", scopeType: "2", scopeColumn: "create_user" }], ["device", "device_status"]);
    const act = (name: RowName) => call(app, clerk, `POST /digit-bind/device/disable/${idOfRow(name)}`);
    expect((await act("colleague")).body).toMatchObject({ code: 400, data: { error: "rowNotFound" } });
    expect((await act("mine")).body.code).toBe(200);
    const [stored] = await database.owner.read([{ sql: "select name from device where status = 2", parameters: [] }]);
    expect(stored?.rows).toEqual([{ name: "mine" }]);
  });

  test("is in no tree, and what is below it stands at the top", async () => {
    const { app, database, limit, clerk } = await furnished();
    await makeRows(database, "product_category", { name: "<name>", image: "/x.png", sort_order: 0, level: 1 });
    await database.owner.transaction((tx) =>
      tx.batch(
        [
          ["8201", "under mine", "mine", people.admin.id],
          ["8202", "own, under elsewhere", "elsewhere", people.clerk.id],
          ["8203", "hidden, under elsewhere", "elsewhere", people.admin.id],
        ].map(([id, name, parent, user]) => ({
          sql: "insert into product_category (id, tenant_id, parent_id, name, image, sort_order, level, create_user) values ($1, '100001', $2, $3, '/x.png', 0, 2, $4)",
          parameters: [id, idOfRow(parent as RowName), name, user], // one of the names above
        })),
      ),
    );
    await limit([{ scopeClass: "product-category", scopeType: "2", scopeColumn: "create_user" }], ["product-category"]);
    const path = "/digit-marketing/product/category";
    const top = dataOf<readonly Row[]>(await call(app, clerk, `GET ${path}/lazy-list`, { query: { parentId: "0" } }));
    expect(namesIn(top)).toEqual(["mine", "own, under elsewhere"]);
    expect(top.map(({ hasChildren }) => hasChildren)).toEqual([false, false]);
    expect(dataOf(await call(app, clerk, `GET ${path}/lazy-list`, { query: { parentId: idOfRow("mine") } }))).toEqual([]);
    const tree = dataOf<readonly Row[]>(await call(app, clerk, `GET ${path}/tree`));
    expect(tree.map(({ title, children }) => [title, children])).toEqual([
      ["mine", undefined],
      ["own, under elsewhere", undefined],
    ]);
  });

  test("hides the lines of its document, and takes no new ones", async () => {
    const { app, database, limit, clerk } = await furnished();
    await database.owner.transaction((tx) =>
      tx.batch([
        {
          sql: "insert into attr_owner (id, tenant_id, code, name, owner_type) values ('8301', '100001', 'P', 'product', 1)",
          parameters: [],
        },
        {
          sql: "insert into spec (id, tenant_id, product_id, spec_code, spec_name) values ('8302', '100001', '8301', 'S', 'spec')",
          parameters: [],
        },
        {
          sql: "insert into specpacklayer (id, tenant_id, spec_id, layer, num, total_num) values ('8303', '100001', '8302', 1, 1, 1)",
          parameters: [],
        },
      ]),
    );
    await makeRows(database, "stock_out_doc", { doc_no: "<name>", doc_type: 9, status: 0 });
    const lines = rowNames.map((name, index) => ({
      sql: "insert into doc_detail (id, tenant_id, doc_id, doc_kind, product_id, spec_id, layer, num, real_num) values ($1, '100001', $2, 2, '8301', '8302', 1, 1, 0)",
      parameters: [String(8401 + index), idOfRow(name)],
    }));
    await database.owner.transaction((tx) => tx.batch(lines));
    const menus = [
      "stock-out-doc",
      "stockoutdoc_edit",
      "warehousebillproduct_add",
      "warehousebillproduct_edit",
      "warehousebillproduct_delete",
      "warehousebillproduct_view",
    ];
    await limit([{ scopeClass: "stock-out-doc", scopeType: "3" }], menus);
    const path = "/digit-bind/doc-detail";
    expect((await listed(app, clerk, {}, path)).records.map((row) => row["docId"])).toEqual([idOfRow("mine"), idOfRow("colleague")]);
    expect((await listed(app, clerk, { docId: idOfRow("elsewhere") }, path)).total).toBe(0);
    expect(dataOf(await call(app, clerk, `GET ${path}/select`, { query: { billId: idOfRow("elsewhere") } }))).toEqual([]);
    const line = { productId: "8301", specId: "8302", layer: 1, num: 5, realNum: 0 };
    expect((await call(app, clerk, `POST ${path}/submit`, { payload: { ...line, docId: idOfRow("elsewhere") } })).body).toMatchObject({
      code: 400,
      data: { issues: [{ path: ["docId"] }] },
    });
    expect(
      (await call(app, clerk, `POST ${path}/remove`, { query: { ids: String(8401 + rowNames.indexOf("elsewhere")) } })).body,
    ).toMatchObject({ code: 400, data: { error: "rowNotFound" } });
    expect((await call(app, clerk, `POST ${path}/submit`, { payload: { ...line, docId: idOfRow("colleague") } })).body.code).toBe(200);
    const [stored] = await database.owner.read([
      { sql: "select count(*)::int as lines from doc_detail where is_deleted = 0", parameters: [] },
    ]);
    expect(stored?.rows).toEqual([{ lines: rowNames.length + 1 }]);
  });

  test("is counted in no figure of the home page, and in no report", async () => {
    const { app, database, limit, clerk } = await furnished();
    await makeRows(database, "stock_in_doc", { doc_no: "<name>", doc_type: 1, status: 0 });
    await makeRows(database, "code_gen_record", { gen_no: "<name>", name: "<name>", status: 2 });
    await makeRows(database, "consumer_scan_record", { code: "C1", scan_time: "2026-11-21 01:00:00", result: 1, non_channel: 1 });
    const byDepartment = ["stock-in-doc", "code-gen-record", "consumer-scan-record"].map((scopeClass) => ({ scopeClass, scopeType: "3" }));
    await limit(byDepartment, [
      "stock-in-doc",
      "code-gen-record",
      "consumer-scan-record",
      "scan-summary",
      "scan-single-code",
      "scan-non-channel",
    ]);
    expect(dataOf(await call(app, clerk, "GET /blade-desk/home"))).toMatchObject({ stockIn: { num: 2 } });
    expect(namesIn(dataOf(await call(app, clerk, "GET /digit-manage/code-gen-record/select")))).toEqual(["colleague", "mine"]);
    expect((await call(app, clerk, `GET /digit-bind/stock-in-doc/code-detail/${idOfRow("elsewhere")}`)).body).toMatchObject({
      code: 400,
      data: { error: "rowNotFound" },
    });
    const scans = "/digit-apply/consumer-scan-record";
    const ids = (rows: readonly Row[]) => rows.map(({ id }) => id).sort();
    const seen = [idOfRow("mine"), idOfRow("colleague")];
    expect(
      dataOf(await call(app, clerk, `GET ${scans}/summary`, { query: { startDate: "2026-11-20", endDate: "2026-11-21" } })),
    ).toMatchObject({ total: { scanNum: 2 } });
    expect(
      ids(dataOf<{ records: readonly Row[] }>(await call(app, clerk, `GET ${scans}/single-code`, { query: { code: "C1" } })).records),
    ).toEqual(seen);
    const outside = dataOf<{ records: readonly Row[]; total: number }>(await call(app, clerk, `GET ${scans}/non-channel`));
    expect([ids(outside.records), outside.total]).toEqual([seen, 2]);
  });
});

test("a new row bears its maker's department, so that departments see it", async () => {
  const { app, database, limit, clerk } = await furnished();
  await limit([{ scopeClass: "factory", scopeType: "3" }]);
  const { body } = await call(app, clerk, `POST ${factories}/submit`, { payload: { code: "N1", name: "new", factoryType: 1 } });
  expect(body.code).toBe(200);
  const [stored] = await database.owner.read([
    { sql: "select create_user::text as user, create_dept::text as dept from factory where name = 'new'", parameters: [] },
  ]);
  expect(stored?.rows).toEqual([{ user: people.clerk.id, dept: departments.own }]);
  expect(namesIn((await listed(app, clerk)).records)).toContain("new");
});
