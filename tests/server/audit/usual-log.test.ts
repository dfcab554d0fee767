// The audit of writes: who, when, from where, what changed, in the transaction of the change and hidden from everybody it does not concern.
import { describe, expect, it } from "vitest";
import { readChanges, type ChangeRecord } from "#schema/changes";
import type { Statement } from "../../../src/server/store/database.ts";
import { objectIn, recordsIn, type Body } from "../../support/samples.ts";
import { serverOfFile, tenants } from "../../support/server.ts";
import { rowsOf } from "../domain/rows.ts";
import { logged } from "../../../src/server/audit/usual-log.ts";

const server = await serverOfFile({ isSeeded: true });
const zhangwei = server.as("zhangwei");
let number = 0;

interface LogRow {
  readonly tenant_id: string;
  readonly create_by: string;
  readonly create_user: string | null;
  readonly log_data: string;
  readonly params: string | null;
  readonly record: ChangeRecord;
  readonly [column: string]: unknown;
}

async function rowsWhere(condition: string, parameters: readonly unknown[]): Promise<readonly LogRow[]> {
  const [found] = await server.database.owner.read([{ sql: `select * from log_usual where ${condition} order by id`, parameters }]);
  return (found?.rows ?? []).map((row) => {
    const record = readChanges(String(row["log_data"]));
    if (record === undefined) throw new Error(`no record: ${String(row["log_data"])}`);
    return { ...row, record } as unknown as LogRow; // the columns above are text
  });
}

/** Log rows of a resource's row, oldest first. */
const logOf = (id: string) => rowsWhere("log_data like $1", [`%"id":"${id}"%`]);
const lastOf = async (id: string): Promise<LogRow> => (await logOf(id)).at(-1) ?? Promise.reject(new Error(`no log row of ${id}`));
const countAll = async (): Promise<number> => {
  const [found] = await server.database.owner.read([{ sql: "select count(*)::int as total from log_usual", parameters: [] }]);
  return Number(found?.rows[0]?.["total"]);
};

async function made(path: string, body: Body, client = zhangwei): Promise<string> {
  const answer = await client.post(`${path}/submit`, body);
  if (answer.code !== 200) throw new Error(JSON.stringify(answer));
  return String(objectIn(answer)["id"]);
}
const factory = (more: Body = {}) => made("/digit-bind/factory", { code: `A${(number += 1)}`, name: `审计工厂${number}`, ...more });

describe("a write", () => {
  it("is logged of rows that are sent with another one and left out the next time", async () => {
    const values = [{ attrValue: "红" }, { attrValue: "白" }];
    const id = await made("/digit-bind/attr", { attrName: "酒色", attrProp: "wineColour", inputType: 1, attrValues: values });
    const stored = await rowsOf(server, "select id::text as id, attr_value from attr_value where attr_id = $1", [id]);
    const valueOf = (text: string) => String(stored.find((row) => row["attr_value"] === text)?.["id"]);
    const remaining = [{ id: valueOf("红"), attrValue: "红" }];
    expect(await zhangwei.post("/digit-bind/attr/submit", { id, attrValues: remaining })).toMatchObject({ code: 200 });
    const { record } = await lastOf(valueOf("白"));
    expect(record.rows).toContainEqual(expect.objectContaining({ resource: "attr-value", id: valueOf("白"), action: "remove" }));
  });

  it("is logged with who, when, from where and each value when a row is added", async () => {
    const id = await factory({ name: "贵阳一厂", phone: "13800138000", factoryType: 2 });
    const row = await lastOf(id);
    expect(row).toMatchObject({
      tenant_id: tenants.one,
      create_by: "person11",
      create_user: "11",
      create_time: "2025-03-12 12:00:00",
      request_uri: "/digit-bind/factory/submit",
      method: "POST",
      remote_ip: "127.0.0.1",
      user_agent: "lightMyRequest",
      method_class: "Factory",
      method_name: "submit",
      log_id: "factory.submit",
      log_level: "info",
    });
    expect(row.record.rows).toHaveLength(1);
    expect(row.record.rows[0]).toMatchObject({ resource: "factory", id, title: "贵阳一厂", action: "add" });
    expect(row.record.rows[0]?.changes).toContainEqual({ field: "factoryType", before: null, after: "2" });
    expect(row.record.rows[0]?.changes).toContainEqual({ field: "phone", before: null, after: "138****8000", masked: true });
    expect(row.log_data).not.toContain("13800138000");
  });

  it("tells of an edit only what is different now, before and after", async () => {
    const id = await factory({ name: "遵义二厂", remark: "旧", sort: 3 });
    await made("/digit-bind/factory", { id, name: "遵义二厂", remark: "新", sort: 3 });
    const { record } = await lastOf(id);
    expect(record.rows).toEqual([
      { resource: "factory", id, title: "遵义二厂", action: "edit", changes: [{ field: "remark", before: "旧", after: "新" }] },
    ]);
  });

  it("names the rows that are removed", async () => {
    const ids = [await factory({ name: "撤销甲厂" }), await factory({ name: "撤销乙厂" })];
    await zhangwei.post("/digit-bind/factory/remove", undefined, { ids: ids.join(",") });
    const [first = ""] = ids;
    const { record, request_uri: uri } = await lastOf(first);
    expect(uri).toBe("/digit-bind/factory/remove");
    expect(record.rows.map(({ action, title }) => [action, title])).toEqual([
      ["remove", "撤销甲厂"],
      ["remove", "撤销乙厂"],
    ]);
  });

  it("tells of an action which state its rows, and those it displaced, were in", async () => {
    const sms = (smsCode: string) =>
      made("/blade-resource/sms", {
        category: "3",
        smsCode,
        templateId: "T",
        accessKey: "AKIA-0123456789",
        secretKey: "secret",
        signName: "签名",
      });
    const [first, second] = [await sms("audit1"), await sms("audit2")];
    await zhangwei.post("/blade-resource/sms/enable", undefined, { id: first });
    await zhangwei.post("/blade-resource/sms/enable", undefined, { id: second });
    const { record, params } = await lastOf(second);
    expect(record.call).toBe("enable");
    expect(record.rows).toContainEqual({
      resource: "sms",
      id: second,
      title: "audit2",
      action: "edit",
      changes: [{ field: "status", before: "1", after: "2" }],
    });
    expect(record.rows).toContainEqual({
      resource: "sms",
      id: first,
      title: "audit1",
      action: "edit",
      changes: [{ field: "status", before: "2", after: "1" }],
    });
    expect(params).toContain(second);
  });

  it("of many rows in one call is one log row that tells of each, and counts those beyond its bound", async () => {
    const ids: string[] = [];
    for (let index = 0; index < 45; index += 1) ids.push(await factory());
    const before = await countAll();
    await zhangwei.post("/digit-bind/factory/remove", undefined, { ids: ids.join(",") });
    expect((await countAll()) - before).toBe(1);
    const { record, log_data: text } = await lastOf(ids[0] ?? "");
    expect([record.rows.length, record.more]).toEqual([40, 5]);
    expect(text.length).toBeLessThan(20_000);
  });

  it("cuts long texts and says how long they were", async () => {
    const id = await made(
      "/blade-system/param",
      { paramName: "长值", paramKey: "audit.long", paramValue: "长".repeat(400) },
      server.as("administrator"),
    );
    const value = (await lastOf(id)).record.rows[0]?.changes.find(({ field }) => field === "paramValue");
    expect(value?.after).toBe(`${"长".repeat(300)}… (400)`);
  });

  it("that was refused leaves nothing in the log", async () => {
    const id = await factory({ name: "唯一名称厂" });
    const before = await countAll();
    expect((await zhangwei.post("/digit-bind/factory/submit", { code: `A${(number += 1)}`, name: "唯一名称厂" })).status).toBe(400);
    expect((await zhangwei.post("/digit-bind/factory/submit", { id, code: "不 合 规" })).status).toBe(400);
    expect((await server.as("nobody").post("/digit-bind/factory/submit", { id, remark: "x" })).status).toBe(403);
    expect((await server.as("chenqing").post("/digit-bind/factory/submit", { id, remark: "x" })).status).toBeGreaterThanOrEqual(400);
    expect(await countAll()).toBe(before);
  });

  it("that only reads leaves nothing in the log", async () => {
    const before = await countAll();
    await zhangwei.get("/digit-bind/factory/list", { current: 1, size: 10 });
    await zhangwei.get("/digit-bind/factory/select");
    expect(await countAll()).toBe(before);
  });
});

describe("secrets", () => {
  it("are masked: passwords, keys of other platforms, parameters that are named like one", async () => {
    const secret = "Zx9-very-secret";
    const sms = await made("/blade-resource/sms", {
      category: "2",
      smsCode: "audit3",
      templateId: "T",
      accessKey: "AKIA0123456789",
      secretKey: secret,
      signName: "签名",
    });
    const administrator = server.as("administrator");
    const client = await made(
      "/blade-system/client",
      {
        clientId: "audit-client",
        clientSecret: secret,
        scope: "all",
        authorizedGrantTypes: "password",
        accessTokenValidity: 3600,
        refreshTokenValidity: 7200,
      },
      administrator,
    );
    const param = await made(
      "/blade-system/param",
      { paramName: "审计口令", paramKey: "audit.initPassword", paramValue: secret },
      administrator,
    );
    await made(
      "/blade-system/param",
      { id: param, paramName: "审计口令", paramKey: "audit.initPassword", paramValue: `${secret}2` },
      administrator,
    );
    for (const id of [sms, client, param]) {
      for (const row of await logOf(id)) {
        expect(row.log_data).not.toContain(secret);
        expect(row.log_data).not.toContain("AKIA0123456789");
        expect(row.log_data).not.toContain("kept:");
      }
    }
    expect((await lastOf(param)).record.rows[0]?.changes).toContainEqual({
      field: "paramValue",
      before: "****",
      after: "****",
      masked: true,
    });
    expect((await lastOf(sms)).record.rows[0]?.changes).toContainEqual({ field: "secretKey", before: null, after: "****", masked: true });
  });
});

describe("the log", () => {
  it("shows a tenant its own rows only", async () => {
    const id = await factory({ name: "外人不可见厂" });
    const ownRows = recordsIn(
      await zhangwei.get("/blade-log/usual/list", { current: 1, size: 10, requestUri: "/digit-bind/factory/submit" }),
    );
    expect(JSON.stringify(ownRows)).toContain(id);
    const foreign = server.as("chenqing");
    expect(JSON.stringify(await foreign.get("/blade-log/usual/list", { current: 1, size: 100 }))).not.toContain(id);
    const { id: logId } = await lastOf(id);
    expect(JSON.stringify(await foreign.get("/blade-log/usual/detail", { id: String(logId) }))).not.toContain(id);
  });

  it("finds writes by person, time, address and resource", async () => {
    const id = await factory();
    const queries: readonly Readonly<Record<string, string>>[] = [
      { createBy: "person11" },
      { createTime_ge: "2025-03-12 11:59:59", createTime_le: "2025-03-12 12:00:01" },
      { requestUri: "factory/submit" },
      { logId: "factory." },
    ];
    for (const query of queries) {
      expect(
        JSON.stringify(await zhangwei.get("/blade-log/usual/list", { current: 1, size: 100, ...query })),
        JSON.stringify(query),
      ).toContain(id);
    }
    expect(
      JSON.stringify(await zhangwei.get("/blade-log/usual/list", { current: 1, size: 100, createBy: "nobody-of-that-name" })),
    ).not.toContain(id);
  });

  it("tells the tenant when somebody of the platform acted for it", async () => {
    const answer = await server
      .as("administrator")
      .post("/digit-bind/factory/submit", { code: `A${(number += 1)}`, name: "代管工厂" }, { tenantId: tenants.one });
    const row = await lastOf(String(objectIn(answer)["id"]));
    expect(row).toMatchObject({ tenant_id: tenants.one, create_by: "person1@000000", create_user: "1" });
  });
});

describe("in one transaction", () => {
  it("the log row is rolled back with the change, and the change with the log row", async () => {
    const scope = { tenantId: tenants.one, userId: "11" };
    const before = await countAll();
    const context = contextWithOrigin();
    const insert = (id: string): Statement => ({
      sql: "insert into factory (id, tenant_id, code, name) values ($1, $2, $3, $3)",
      parameters: [id, tenants.one, `T${id}`],
    });
    const refused = server.database.transaction(scope, (tx) =>
      logged(context, tx, async (inner) => {
        await inner.query(insert("880001"));
        throw new Error("refused");
      }),
    );
    await expect(refused).rejects.toThrow("refused");
    // A log row that cannot be stored: the moment is none.
    const unlogged = server.database.transaction(scope, (tx) =>
      logged({ ...context, now: () => "no moment" }, tx, (inner) => inner.query(insert("880002"))),
    );
    await expect(unlogged).rejects.toMatchObject({ code: "22007" });
    const [left] = await server.database.owner.read([{ sql: "select id from factory where id in (880001, 880002)", parameters: [] }]);
    expect(left?.rows).toEqual([]);
    expect(await countAll()).toBe(before);
  });

  it("costs no statement of its own before the commit, whatever was changed", async () => {
    const statements: string[] = [];
    const context = contextWithOrigin();
    await server.database.transaction({ tenantId: tenants.one, userId: "11" }, (tx) =>
      logged(
        context,
        {
          ...tx,
          withCommit: (one) => void statements.push(one.sql),
          query: (one) => {
            statements.push(one.sql);
            return tx.query(one);
          },
        },
        (inner) => inner.query({ sql: "select 1", parameters: [] }),
      ),
    );
    expect(statements).toHaveLength(2);
    expect(statements[1]).toContain("insert into log_usual");
  });
});

function contextWithOrigin() {
  const { model, database, services, clock } = server;
  const caller = {
    userId: "11",
    tenantId: tenants.one,
    account: "person11",
    realName: "",
    roleIds: [],
    deptIds: [],
    postIds: [],
    roleAliases: [],
    clientId: "",
    sessionId: "",
    isAdministrator: false,
    isTenantAdmin: true,
    permissions: new Set<string>(),
    rowLimits: new Map(),
    fieldLimits: new Map(),
  };
  const resource = model.resource.get("factory");
  if (resource === undefined) throw new Error("there is no factory");
  return {
    caller,
    language: "zh" as const,
    model,
    database,
    scope: { tenantId: tenants.one, userId: "11" },
    now: clock.now,
    identifiers: services.identifiers,
    address: "10.0.0.9",
    origin: {
      call: { name: "finish", title: ["完成", "Finish"] as const, resource, isAction: true as const },
      method: "POST",
      path: "/x",
      userAgent: "",
      elapsed: () => 1,
      sent: () => "",
    },
  };
}
