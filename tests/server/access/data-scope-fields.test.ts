// Data scopes that name fields: what they leave out of rows, by every call there is, and that nobody searches or writes it.
import { describe, expect, test } from "vitest";
import { call, people } from "../auth/fixture.ts";
import {
  dataOf,
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
  rowNames,
  type Scene,
  type ScopeRow,
  submitDataScope,
} from "./scope-fixture.ts";

const furnished = scenesOfFile();

/** A scope that leaves all rows of a resource, and these fields of them. */
const fields = (scopeField: string, more: Partial<ScopeRow> = {}): ScopeRow => ({
  scopeClass: "factory",
  scopeType: "1",
  scopeField,
  ...more,
});

const mine = idOfRow("mine");
const detail = async ({ app, clerk }: Pick<Scene, "app" | "clerk">, id = mine): Promise<Row> =>
  dataOf(await call(app, clerk, `GET ${factories}/detail`, { query: { id } }));
const edit = ({ app, clerk }: Pick<Scene, "app" | "clerk">, payload: object) =>
  call(app, clerk, `POST ${factories}/submit`, { payload: { id: mine, ...payload } });

/** A tenant whose factories have an address, a principal and a division. */
async function described(): Promise<Scene> {
  const scene = await furnished();
  await scene.database.owner.transaction((tx) =>
    tx.query({
      sql: "update factory set address = 'secret lane', principal = 'Wang', short_name = name, licence_no = 'L' || id::text",
      parameters: [],
    }),
  );
  return scene;
}

async function stored({ database }: Pick<Scene, "database">, columns: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  const [found] = await database.owner.read([{ sql: `select ${columns} from factory where id = $1`, parameters: [mine] }]);
  return found?.rows[0];
}

describe("the fields of a row", () => {
  const stored = ["id", "name", "tenantId", "updateTime", "version"];
  const kinds: readonly (readonly [string, readonly ScopeRow[], readonly string[] | "all"])[] = [
    ["no scope: all", [], "all"],
    ["*: all", [fields("*")], "all"],
    ["* among others: all", [fields("address,*")], "all"],
    [
      "by the name in the table and on the wire",
      [fields("short_name, address，factoryType")],
      ["address", "factoryType", "factoryTypeName", "shortName"],
    ],
    ["two: what either names", [fields("address"), { ...own, scopeField: "principal" }], ["address", "principal"]],
    ["two, one of which names all", [fields("address"), { ...own, scopeField: "*" }], "all"],
    ["one of another resource only", [fields("code", { scopeClass: "shop" })], "all"],
  ];

  test("are those that the scopes name, and those that no row is without, from the next request on", async () => {
    const scene = await described();
    const whole = Object.keys(
      await (async () => {
        await scene.limit([]);
        return detail(scene);
      })(),
    );
    for (const [what, scopes, expected] of kinds) {
      await scene.limit(scopes);
      const { unseenFields, ...row } = await detail(scene);
      const existing = expected === "all" ? whole : [...stored, ...expected.filter((name) => whole.includes(name))];
      expect([what, Object.keys(row).sort()]).toEqual([what, [...existing].sort()]);
      expect([what, unseenFields === undefined]).toEqual([what, expected === "all"]);
      const [listedRow = {}] = (await listed(scene.app, scene.clerk, { id_equal: mine })).records;
      expect([what, Object.keys(listedRow).filter((name) => !existing.includes(name))]).toEqual([what, []]);
    }
  });

  test("that are left out are named in the record, so that a form can tell them from empty ones", async () => {
    const scene = await described();
    await scene.limit([
      fields("code,factory_type,short_name,licence_no,credit_code,gln,region_code,phone,images,sort,status,remark,create_time"),
    ]);
    expect(await detail(scene)).toMatchObject({ shortName: "mine", unseenFields: ["address", "principal"] });
  });

  test("are all of them for administrators, whatever their roles hold", async () => {
    const { app, admin, limit } = await described();
    await limit([fields("code")]);
    expect(dataOf(await call(app, admin, `GET ${factories}/detail`, { query: { id: mine, tenantId: "100001" } }))).toMatchObject({
      address: "secret lane",
    });
  });

  test("are not opened by a name that a later definition lost", async () => {
    const scene = await described();
    const [id = ""] = await scene.limit([fields("address")]);
    await scene.database.owner.transaction((tx) =>
      tx.query({ sql: "update data_scope set scope_field = 'adress,code' where id = $1", parameters: [id] }),
    );
    const row = await detail(scene);
    expect([row["code"], "address" in row]).toEqual(["mine", false]);
  });
});

describe("a field that is not seen", () => {
  test("is in no list, page, choice and tree, and takes the title of what it refers to with it", async () => {
    const { app, database, limit, clerk } = await described();
    await database.owner.transaction((tx) =>
      tx.query({
        sql: "insert into shop (id, tenant_id, factory_id, code, name) values ('8101', '100001', $1, 's', 'shop')",
        parameters: [mine],
      }),
    );
    await makeRows(database, "attr_owner", { code: "<name>", name: "<name>", owner_type: 1 });
    await makeRows(database, "product_category", { name: "<name>", image: "/x.png", sort_order: 0, level: 1 });
    await limit(
      [
        fields("code"),
        fields("code", { scopeClass: "shop" }),
        fields("create_time", { scopeClass: "attr-owner" }),
        fields("create_time", { scopeClass: "product-category" }),
      ],
      [...factoryMenus, "shop", "attr-owner", "product-category"],
    );
    const [shop = {}] = (await listed(app, clerk, {}, "/digit-bind/shop")).records;
    expect(Object.keys(shop).filter((name) => name.startsWith("factory"))).toEqual([]);
    expect(shop).toMatchObject({ name: "shop", code: "s" });
    const byIds = dataOf<readonly Row[]>(await call(app, clerk, "POST /digit-bind/attr-owner/list/ids", { payload: { ids: [mine] } }));
    expect(namesIn(byIds)).toEqual(["mine"]);
    expect(byIds.flatMap((row) => ["code", "ownerType"].filter((name) => name in row))).toEqual([]);
    for (const read of ["lazy-list", "tree"]) {
      const rows = dataOf<readonly Row[]>(
        await call(app, clerk, `GET /digit-marketing/product/category/${read}`, { query: { parentId: "0" } }),
      );
      expect([read, rows.length, rows.flatMap((row) => ["image", "sortOrder"].filter((name) => name in row))]).toEqual([
        read,
        rowNames.length,
        [],
      ]);
    }
  });

  test("is in no list that is made of such rows, and finds nothing there", async () => {
    const { app, database, limit, clerk } = await furnished();
    await makeRows(database, "consumer_scan_record", {
      code: "C1",
      scan_time: "2026-11-21 01:00:00",
      result: 1,
      non_channel: 1,
      address: "secret lane",
      batch_code: "B7",
    });
    await makeRows(database, "code_gen_record", { gen_no: "<name>", name: "<name>", status: 2, code_num: 7 });
    await limit(
      [fields("code,scan_time,batch_code", { scopeClass: "consumer-scan-record" }), fields("gen_no", { scopeClass: "code-gen-record" })],
      ["consumer-scan-record", "scan-single-code", "scan-non-channel", "code-gen-record"],
    );
    const scans = "/digit-apply/consumer-scan-record";
    const pages = [
      await call(app, clerk, `GET ${scans}/single-code`, { query: { code: "C1" } }),
      await call(app, clerk, `GET ${scans}/non-channel`, { query: { descs: "scanTime" } }),
    ];
    for (const page of pages) {
      const [row = {}] = dataOf<{ records: readonly Row[] }>(page).records;
      expect([page.body.code, "scanTime" in row, "address" in row, "scanRegionCode" in row]).toEqual([200, true, false, false]);
    }
    expect(await call(app, clerk, `GET ${scans}/non-channel`, { query: { address: "secret" } })).toMatchObject({
      status: 403,
      body: { data: { error: "unseenField" } },
    });
    const [record = {}] = dataOf<readonly Row[]>(await call(app, clerk, "GET /digit-manage/code-gen-record/select"));
    expect(Object.keys(record).sort()).toEqual(["genNo", "id", "name", "takenNum"]);
  });

  test("is searched by nobody, whatever the comparison, and sorts nothing", async () => {
    const { app, limit, clerk } = await described();
    await limit([fields("code")]);
    const queries: readonly (readonly [string, string])[] = [
      ["address", "secret"],
      ["address_like", "s"],
      ["address_null", "1"],
      ["short_name", "mine"],
      ["createUser_equal", people.clerk.id],
      ["createTime_datege", "2026-01-01"],
    ];
    for (const [name, value] of queries) {
      const answer = await call(app, clerk, `GET ${factories}/list`, { query: { [name]: value } });
      expect([name, answer.status, answer.body.data]).toMatchObject([name, 403, { error: "unseenField" }]);
    }
    expect((await call(app, clerk, `GET ${factories}/list`, { query: { address: "x" } })).body.msg).toBe(
      "“详细地址”不在您的数据权限内，不能按它查询",
    );
    const order = async (by: string) => (await listed(app, clerk, { ascs: "", descs: by })).records.map(({ name }) => name);
    expect(await order("")).toHaveLength(rowNames.length);
    expect(await call(app, clerk, `GET ${factories}/list`, { query: { descs: "licenceNo" } })).toMatchObject({
      status: 403,
      body: { data: { error: "unseenField" } },
    });
    expect((await listed(app, clerk, { code: "mine" })).total).toBe(1);
  });

  test("keeps what it holds when somebody edits the row, though it is required", async () => {
    const scene = await described();
    await scene.limit([fields("address")]);
    expect((await edit(scene, { name: "renamed", address: "open lane" })).body).toMatchObject({ code: 200 });
    expect(await stored(scene, "name, address, code, factory_type, principal")).toEqual({
      name: "renamed",
      address: "open lane",
      code: "mine",
      factory_type: 1,
      principal: "Wang",
    });
  });

  test("keeps it as well when a client sends the fields that it was not told as empty ones", async () => {
    const scene = await described();
    await scene.limit([fields("address")]);
    expect((await edit(scene, { name: "renamed", code: "", principal: "", factoryType: null, images: [], sort: "-1" })).body).toMatchObject(
      { code: 200 },
    );
    expect(await stored(scene, "name, code, factory_type, principal")).toEqual({
      name: "renamed",
      code: "mine",
      factory_type: 1,
      principal: "Wang",
    });
  });

  test("is not overwritten: a value is refused at it, and nothing of the call is written", async () => {
    const scene = await described();
    await scene.limit([fields("address")]);
    for (const principal of ["Li", "Wang"]) {
      expect((await edit(scene, { name: "renamed", principal })).body).toMatchObject({
        code: 400,
        data: { error: "invalid", issues: [{ path: ["principal"], message: "该字段不在您的数据权限内，不能修改" }] },
      });
    }
    expect(await stored(scene, "name, principal")).toEqual({ name: "mine", principal: "Wang" });
  });

  test("is taken in a new row, of which there is nothing to learn", async () => {
    const { app, database, limit, clerk } = await described();
    await limit([fields("address")]);
    expect(
      (await call(app, clerk, `POST ${factories}/submit`, { payload: { code: "N1", name: "new", factoryType: 2, principal: "Zhao" } }))
        .body,
    ).toMatchObject({ code: 200 });
    const [found] = await database.owner.read([
      { sql: "select code, factory_type, principal from factory where name = 'new'", parameters: [] },
    ]);
    expect(found?.rows).toEqual([{ code: "N1", factory_type: 2, principal: "Zhao" }]);
  });

  test("is told by no conflict", async () => {
    const scene = await described();
    await scene.limit([fields("address")]);
    await scene.database.owner.transaction((tx) =>
      tx.query({ sql: "update factory set version = 7, address = 'theirs', principal = 'theirs' where id = $1", parameters: [mine] }),
    );
    const answer = await edit(scene, { version: 1, name: "renamed", address: "my lane", principal: "Li" });
    expect(answer.body).toMatchObject({
      code: 409,
      data: { current: { address: "theirs", version: 7 }, submitted: { address: "my lane" } },
    });
    const { current, submitted } = dataOf<{ current: object; submitted: object }>(answer);
    expect(
      [current, submitted].flatMap((side) => Object.keys(side)).filter((name) => name === "principal" || name === "updateUser"),
    ).toEqual([]);
  });
});

describe("a list of fields", () => {
  test("is refused at its field where it names what is not there, also when it changes", async () => {
    const { app, platform } = await furnished();
    for (const scopeField of ["addres", "name;code", "address,1=1 --", "constructor"]) {
      expect([scopeField, (await submitDataScope(app, platform, fields(scopeField))).body]).toMatchObject([
        scopeField,
        { code: 400, data: { issues: [{ path: ["scopeField"] }] } },
      ]);
    }
    expect((await submitDataScope(app, platform, fields("addres"))).body).toMatchObject({
      data: { issues: [{ message: "“工厂”没有字段“addres”" }] },
    });
    expect((await submitDataScope(app, platform, fields("a".repeat(1001)))).body).toMatchObject({
      code: 400,
      data: { issues: [{ path: ["scopeField"], code: "tooLong" }] },
    });
    const id = dataOf<{ id: string }>(await submitDataScope(app, platform, fields("address,create_time"))).id;
    const change = (payload: object) => call(app, platform, "POST /blade-system/data-scope/submit", { payload: { id, ...payload } });
    expect((await change({ scopeClass: "role" })).body).toMatchObject({ code: 400, data: { issues: [{ path: ["scopeField"] }] } });
    expect((await change({ scopeField: "name" })).body.code).toBe(200);
  });

  test("is lifted by nobody whom it limits, neither from the own role nor by taking another", async () => {
    const { app, database, limit, clerk } = await described();
    const granting = ["role", "role_grant", "factory", "factory_view"];
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
      ]),
    );
    const [held = ""] = await limit([fields("address")], [...granting, "user", "user_edit", "user_role"]);
    const powerful = { code: 400, data: { error: "morePowerful" } };
    for (const role of [people.clerk.role, "2010"])
      expect((await grantTo(app, clerk, { menus: granting, role })).body).toMatchObject(powerful);
    expect((await call(app, clerk, "POST /blade-user/grant", { query: { userIds: people.clerk.id, roleIds: "2010" } })).body).toMatchObject(
      powerful,
    );
    expect((await grantTo(app, clerk, { menus: granting, data: [held] })).body.code).toBe(200);
  });
});
