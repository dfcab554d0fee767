// Data scopes as they are written and handed out: what a custom rule may say, what a scope may name, and who may grant it.
import { describe, expect, test } from "vitest";
import { ruleLimits } from "../../../src/server/access/custom-rule.ts";
import { call, people } from "../auth/fixture.ts";
import {
  custom,
  dataOf,
  dataScope,
  departments,
  factoryMenus,
  scenesOfFile,
  grantTo,
  idOfRow,
  listed,
  namesIn,
  own,
  type Row,
  type RowName,
  rowNames,
  type ScopeRow,
  sorted,
  submitDataScope,
} from "./scope-fixture.ts";

const furnished = scenesOfFile();

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
    [
      {
        and: [
          { field: "createDept", op: "eq", value: departments.own },
          {
            or: [
              { field: "name", op: "eq", value: "mine" },
              { field: "name", op: "eq", value: "elsewhere" },
            ],
          },
        ],
      },
      ["mine"],
    ],
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
    ["SQL as a field", JSON.stringify({ field: 'name" is not null or "name', op: "eq", value: "x" })],
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
    ["an object for a text", JSON.stringify({ field: "name", op: "eq", value: { $ne: "" } })],
    ["a list where one value belongs", JSON.stringify({ field: "name", op: "eq", value: ["x"] })],
    ["no value", JSON.stringify({ field: "name", op: "eq" })],
    ["a day that is none", JSON.stringify({ field: "createTime", op: "lt", value: "2025-13-40" })],
    ["an unknown placeholder", JSON.stringify({ field: "createUser", op: "eq", value: { current: "boss" } })],
    ["a placeholder on the wrong column", JSON.stringify({ field: "name", op: "eq", value: { current: "user" } })],
    ["departments as one value", JSON.stringify({ field: "createDept", op: "eq", value: { current: "depts" } })],
    ["no members", JSON.stringify({ field: "name", op: "in", value: [] })],
    [
      "too many members",
      JSON.stringify({ field: "sort", op: "in", value: Array.from({ length: ruleLimits.members + 1 }, (_one, index) => index) }),
    ],
    ["too long a text", JSON.stringify({ field: "name", op: "eq", value: "x".repeat(ruleLimits.text + 1) })],
    ["too deep a rule", JSON.stringify(nested(ruleLimits.depth))],
    [
      "too many comparisons",
      JSON.stringify({ or: Array.from({ length: ruleLimits.comparisons + 1 }, () => ({ field: "id", op: "isNull" })) }),
    ],
  ];

  test("is refused with what is wrong, and not kept, where it does not fit the definition", async () => {
    const { app, database, platform } = await furnished();
    for (const [what, scopeValue] of refused) {
      const answer = await submitDataScope(app, platform, { scopeClass: "factory", scopeType: "5", scopeValue });
      expect([what, answer.status, answer.body]).toMatchObject([
        what,
        400,
        { data: { error: "invalid", issues: [{ path: ["scopeValue"] }] } },
      ]);
    }
    const answer = await submitDataScope(
      app,
      platform,
      custom({
        or: [
          { field: "name", op: "isNull" },
          { field: "salary", op: "eq", value: 1 },
        ],
      }),
    );
    expect(answer.body).toMatchObject({ data: { issues: [{ message: "or[1]：“工厂”没有字段“salary”" }] } });
    const [stored] = await database.owner.read([{ sql: "select count(*)::int as scopes from data_scope", parameters: [] }]);
    expect(stored?.rows).toEqual([{ scopes: 0 }]);
  });

  test("never names a secret", async () => {
    const { app, platform } = await furnished();
    for (const field of ["deviceSecret", "device_secret"]) {
      const answer = await submitDataScope(app, platform, {
        scopeClass: "device",
        scopeType: "5",
        scopeValue: JSON.stringify({ field, op: "like", value: "a" }),
      });
      expect(answer.body).toMatchObject({ data: { issues: [{ path: ["scopeValue"] }] } });
    }
  });
});

describe("a scope", () => {
  test("is refused where its target or its column is none, also when it changes", async () => {
    const { app, platform } = await furnished();
    const wrong: readonly (readonly [ScopeRow, string])[] = [
      [{ scopeClass: "nothing", scopeType: "1" }, "scopeClass"],
      [{ scopeClass: "org.springblade.mapper.NothingMapper.selectPage", scopeType: "1" }, "scopeClass"],
      [{ scopeClass: "menu", scopeType: "3" }, "scopeClass"],
      [{ scopeClass: "scan-summary", scopeType: "3" }, "scopeClass"],
      [{ scopeClass: "factory", scopeType: "3", scopeColumn: "dept" }, "scopeColumn"],
      [{ scopeClass: "factory", scopeType: "1", scopeColumn: "1=1 --" }, "scopeColumn"],
      [{ scopeClass: "factory", scopeType: "2", scopeColumn: "create_dept" }, "scopeColumn"],
      [{ scopeClass: "factory", scopeType: "4", scopeColumn: "create_user" }, "scopeColumn"],
      [{ scopeClass: "factory", scopeType: "2", scopeColumn: "name" }, "scopeColumn"],
    ];
    for (const [row, field] of wrong)
      expect([row, (await submitDataScope(app, platform, row)).body]).toMatchObject([
        row,
        { code: 400, data: { issues: [{ path: [field] }] } },
      ]);
    const id = await dataScope(app, platform, own);
    expect((await call(app, platform, "POST /blade-system/data-scope/submit", { payload: { id, scopeType: "3" } })).body).toMatchObject({
      code: 400,
      data: { issues: [{ path: ["scopeColumn"] }] },
    });
    expect((await submitDataScope(app, platform, { scopeClass: "device", scopeType: "2", scopeColumn: "bind_user_id" })).body.code).toBe(
      200,
    );
  });

  test("is written by the platform's administrator only", async () => {
    const { app, admin } = await furnished();
    expect((await submitDataScope(app, admin, own)).status).toBe(403);
  });

  test("that a role holds is not removed below it", async () => {
    const { app, limit, clerk, platform, admin } = await furnished();
    const [id = ""] = await limit([own]);
    const remove = () => call(app, platform, "POST /blade-system/data-scope/remove", { query: { ids: id } });
    expect((await remove()).body).toMatchObject({
      code: 400,
      data: { error: "inUse", target: { resource: "role", id: people.clerk.role } },
    });
    expect((await listed(app, clerk)).total).toBe(1);
    await grantTo(app, admin, { menus: factoryMenus });
    expect((await remove()).body.code).toBe(200);
  });

  test("is offered below its menu, and told of the role that holds it", async () => {
    const { app, limit, admin, clerk } = await furnished();
    const [id = ""] = await limit([own], ["role", "role_grant", "factory"]);
    for (const token of [admin, clerk]) {
      const { dataScope: tree } = dataOf<{ dataScope: readonly Row[] }>(await call(app, token, "GET /blade-system/menu/grant-tree"));
      expect(tree).toMatchObject([
        { title: "生产管理", children: [{ title: "工厂", children: [{ id, key: id, value: id, title: "scope" }] }] },
      ]);
    }
    expect(
      dataOf(await call(app, clerk, "GET /blade-system/menu/role-tree-keys", { query: { roleIds: people.clerk.role } })),
    ).toMatchObject({ dataScope: [id], apiScope: [] });
  });
});

describe("granting", () => {
  const granting = ["role", "role_grant", "factory", "factory_view"];

  test("hands out no scope that the giver does not hold, and none that is not there", async () => {
    const { app, limit, platform, admin, clerk } = await furnished();
    const [held = ""] = await limit([own], granting);
    const other = await dataScope(app, platform, { scopeClass: "factory", scopeType: "1" });
    for (const data of [[other], [held, other], ["999"]])
      expect((await grantTo(app, clerk, { menus: granting, data })).body).toMatchObject({ code: 400, data: { error: "morePowerful" } });
    expect((await grantTo(app, admin, { menus: granting, data: ["999"] })).body).toMatchObject({ code: 400 });
    expect((await grantTo(app, clerk, { menus: ["factory"], data: [held] })).body.code).toBe(200);
  });

  test("lifts no limit of the giver's, neither from the own role nor from another", async () => {
    const { app, database, limit, clerk } = await furnished();
    await database.owner.transaction((tx) =>
      tx.query({
        sql: "insert into role (id, tenant_id, role_name, role_alias, role_type, sort) values ('2010', '100001', 'other', 'other', '1', 2)",
        parameters: [],
      }),
    );
    const [held = ""] = await limit([own], [...granting, "user", "user_edit", "user_role"]);
    for (const role of [people.clerk.role, "2010"]) {
      expect((await grantTo(app, clerk, { menus: granting, role })).body).toMatchObject({ code: 400, data: { error: "morePowerful" } });
      expect((await grantTo(app, clerk, { menus: ["factory_view"], role })).body).toMatchObject({ code: 400 });
    }
    expect((await listed(app, clerk)).total).toBe(1);
    // Nor by taking a role that sees more.
    await database.owner.transaction((tx) =>
      tx.query({
        sql: "insert into role_menu (id, tenant_id, role_id, menu_id) select 7900, '100001', 2010, menu_id from role_menu where role_id = $1 and menu_id = (select id from menu where code = 'factory')",
        parameters: [people.clerk.role],
      }),
    );
    expect((await call(app, clerk, "POST /blade-user/grant", { query: { userIds: people.clerk.id, roleIds: "2010" } })).body).toMatchObject(
      { code: 400, data: { error: "morePowerful" } },
    );
    expect((await grantTo(app, clerk, { menus: ["role_grant"], role: "2010" })).body).toMatchObject({ code: 400 });
    expect((await listed(app, clerk)).total).toBe(1);
    expect(held).not.toBe("");
  });

  test("takes a removed role's scopes along", async () => {
    const { app, database, platform, admin } = await furnished();
    await database.owner.transaction((tx) =>
      tx.query({
        sql: "insert into role (id, tenant_id, role_name, role_alias, role_type, sort) values ('2010', '100001', 'other', 'other', '1', 2)",
        parameters: [],
      }),
    );
    const id = await dataScope(app, platform, own);
    await grantTo(app, admin, { role: "2010", data: [id] });
    expect((await call(app, admin, "POST /blade-system/role/remove", { query: { ids: "2010" } })).body.code).toBe(200);
    expect((await call(app, platform, "POST /blade-system/data-scope/remove", { query: { ids: id } })).body.code).toBe(200);
  });
});
