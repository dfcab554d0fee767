// The logs of calls and of faults, and what protects them: filled by a whole server, read by those they concern.
import { describe, expect, it } from "vitest";
import { readChanges } from "../../../src/schema/changes.ts";
import type { Database, Row } from "../../../src/server/store/database.ts";
import { askForToken, call, password, people, serversOfFile, signIn } from "../auth/fixture.ts";

const startTestServer = serversOfFile();

async function rowsOf(database: Database, table: string, condition = "true"): Promise<readonly Row[]> {
  const [found] = await database.owner.read([{ sql: `select * from ${table} where ${condition} order by id`, parameters: [] }]);
  return found?.rows ?? [];
}

/** Rows that wait are stored a moment later, apart from the request. */
const storedIn = (database: Database, table: string, condition?: string) =>
  expect.poll(() => rowsOf(database, table, condition), { timeout: 10_000 });

describe("the log of calls", () => {
  it("has a row for each sign-in, good or bad, without the password", async () => {
    const { app, database } = await startTestServer();
    await signIn(app, "admin");
    await askForToken(app, "admin", { password: "wrong" });
    await askForToken(app, "admin", { tenantId: "nobody" });
    await storedIn(database, "log_api").toHaveLength(3);
    const rows = await rowsOf(database, "log_api");
    expect(rows.map((row) => [row["tenant_id"], row["type"], row["create_by"], row["method"], row["request_uri"]])).toEqual([
      ["100001", "1", "boss", "POST", "/blade-auth/oauth/token"],
      ["100001", "2", "boss", "POST", "/blade-auth/oauth/token"],
      ["000000", "2", "boss", "POST", "/blade-auth/oauth/token"],
    ]);
    expect(rows[0]).toMatchObject({ title: "登录验证", remote_ip: "127.0.0.1", method_name: "token" });
    for (const row of rows) expect(String(row["params"])).toContain('"password":"****"');
  });

  it("has a row for each write with its outcome, and none for reads or for those who may not call at all", async () => {
    const { app, database } = await startTestServer();
    const token = await signIn(app, "admin");
    await call(app, token, "POST /digit-bind/factory/submit", { payload: { code: "F1", name: "一厂", phone: "13800138000" } });
    await call(app, token, "POST /digit-bind/factory/submit", {
      payload: { code: "F 1", name: "一厂" },
      headers: { "accept-language": "en" },
    });
    await call(app, token, "GET /digit-bind/factory/list");
    // Somebody without the right: what they tried is worth knowing.
    expect((await call(app, await signIn(app, "clerk"), "POST /digit-bind/factory/remove", { query: { ids: "1" } })).status).toBe(403);
    await call(app, undefined, "POST /digit-bind/factory/submit", { payload: { code: "F2", name: "二厂" } });
    await storedIn(database, "log_api", "request_uri like '%factory%'").toHaveLength(3);
    const rows = await rowsOf(database, "log_api", "request_uri like '%factory%'");
    expect(rows.map((row) => [row["title"], row["type"], row["create_by"], row["create_user"], row["tenant_id"]])).toEqual([
      ["提交工厂", "1", "boss", "1002", "100001"],
      ["Submit factory", "2", "boss", "1002", "100001"],
      ["删除工厂", "2", "clerk", "1003", "100001"],
    ]);
    expect(String(rows[0]?.["params"])).toContain("138****8000");
    expect(String(rows[0]?.["params"])).not.toContain("13800138000");
    // A download may have its token in its address.
    await app.inject(`/api/digit-manage/code-set/download/1?blade-auth=bearer%20${token.access_token}`);
    await storedIn(database, "log_api", "request_uri like '%download%'").toHaveLength(1);
    expect((await rowsOf(database, "log_api", "request_uri like '%download%'"))[0]).toMatchObject({
      create_by: "boss",
      params: '{"query":{"blade-auth":"****"}}',
    });
  });

  it("keeps what waits when the server stops", async () => {
    const { database, sibling } = await startTestServer();
    const app = await sibling();
    await signIn(app, "foreign");
    await app.close();
    expect(await rowsOf(database, "log_api", "tenant_id = '100002'")).toHaveLength(1);
  });

  it("does not fail a request when its rows cannot be stored", async () => {
    const { app, database } = await startTestServer();
    await database.owner.transaction((tx) => tx.query({ sql: "alter table log_api rename to log_api_gone", parameters: [] }));
    await signIn(app, "admin");
    expect((await call(app, await signIn(app, "clerk"), "GET /blade-auth/oauth/user-info")).status).toBe(200);
  });
});

describe("the log of faults", () => {
  async function broken() {
    const server = await startTestServer();
    await server.database.owner.transaction((tx) =>
      tx.query({ sql: "alter table factory rename column short_name to lost_name", parameters: [] }),
    );
    return { ...server, token: await signIn(server.app, "admin") };
  }

  it("tells where and of what kind a fault was, and nothing of the values that were worked on", async () => {
    const { app, database, token } = await broken();
    const secretName = "机密厂名-8841";
    const answer = await call(app, token, "POST /digit-bind/factory/submit", {
      payload: { code: "F1", name: secretName, shortName: "短" },
      headers: { "user-agent": "test browser" },
    });
    expect(answer.status).toBe(500);
    expect(JSON.stringify(answer.body)).not.toContain("lost_name");
    await storedIn(database, "log_error").toHaveLength(1);
    const [row = {}] = await rowsOf(database, "log_error");
    expect(row).toMatchObject({
      tenant_id: "100001",
      create_by: "boss",
      method: "POST",
      request_uri: "/digit-bind/factory/submit",
      user_agent: "test browser",
      method_class: "Factory",
      method_name: "submit",
    });
    expect(String(row["message"])).toContain("code 42703");
    expect(String(row["stack_trace"])).not.toContain(secretName);
    expect(String(row["message"])).not.toContain(secretName);
    expect(String(row["file_name"])).toMatch(/^src\/server\/.+\.ts$/);
    expect(Number(row["line_number"])).toBeGreaterThan(0);
    // The write that failed changed nothing, and is not among the writes.
    expect(await rowsOf(database, "log_usual")).toEqual([]);
  });

  it("is not flooded by one fault that happens again and again", async () => {
    const { app, database, token, sibling } = await broken();
    const other = await sibling();
    for (let time = 0; time < 8; time += 1) await call(other, token, "GET /digit-bind/factory/list");
    await other.close();
    expect(await rowsOf(database, "log_error")).toHaveLength(5);
    expect((await call(app, token, "GET /blade-auth/oauth/user-info")).status).toBe(200);
  });

  it("holds no refusals", async () => {
    const { database, sibling } = await startTestServer();
    const app = await sibling();
    const token = await signIn(app, "admin");
    await call(app, token, "POST /digit-bind/factory/submit", { payload: { code: "not right" } });
    await call(app, token, "GET /nowhere");
    await app.close();
    expect(await rowsOf(database, "log_error")).toEqual([]);
  });
});

describe("rows of logs", () => {
  it.each(["usual", "api", "error", "web"])("of %s are removed or changed by no endpoint", async (log) => {
    const { app } = await startTestServer();
    const token = await signIn(app, "platform");
    for (const verb of ["remove", "submit", "save", "update", "clear"]) {
      expect([404, 405]).toContain((await call(app, token, `POST /blade-log/${log}/${verb}?ids=1`, { payload: {} })).status);
    }
  });

  it("can be added by the role of requests, and neither changed nor removed by it", async () => {
    const { database } = await startTestServer();
    for (const table of ["log_usual", "log_api", "log_error", "web_log"]) {
      for (const sql of [`delete from ${table}`, `update ${table} set create_time = now()`]) {
        await expect(
          database.transaction({ tenantId: "100001" }, (tx) => tx.query({ sql, parameters: [] })),
          sql,
        ).rejects.toMatchObject({ code: "42501" });
      }
    }
  });
});

describe("people", () => {
  it("are named by the actions on their accounts, with what the action did to them", async () => {
    const { app, database } = await startTestServer();
    const token = await signIn(app, "admin");
    const { id, role } = people.clerk;
    expect((await call(app, token, "POST /blade-user/reset-password", { query: { userIds: id } })).status).toBe(200);
    expect(
      (await call(app, token, "POST /blade-user/grant", { query: { userIds: id, roleIds: `${role},${people.admin.role}` } })).status,
    ).toBe(200);
    const [reset, grant] = (await rowsOf(database, "log_usual")).map((row) => readChanges(String(row["log_data"])));
    expect(reset).toMatchObject({ call: "resetPassword", rows: [{ resource: "user", id, action: "edit" }] });
    expect(reset?.rows[0]?.changes).toContainEqual({ field: "password", before: "****", after: "****", masked: true });
    expect(grant).toMatchObject({
      call: "grant",
      rows: [{ resource: "user", id, title: "clerk", changes: [{ field: "roleId", before: role, after: `${role},${people.admin.role}` }] }],
    });
  });

  it("have the passwords they set in no log", async () => {
    const { database, sibling } = await startTestServer();
    const other = await sibling();
    const token = await signIn(other, "platform");
    const typed = "a-new-password-of-9";
    const added = await call(other, token, "POST /blade-user/submit", {
      payload: {
        account: "newcomer",
        password: typed,
        password2: typed,
        name: "newcomer",
        realName: "newcomer",
        tenantId: people.platform.tenantId,
        roleId: people.platform.role,
        deptId: "3001",
        postId: "3101",
        userType: "1",
      },
    });
    expect(added.body.code, added.body.msg).toBe(200);
    await other.close();
    for (const table of ["log_usual", "log_api", "log_error"]) {
      const text = JSON.stringify(await rowsOf(database, table));
      expect(text).not.toContain(typed);
      expect(text).not.toContain(password);
      expect(text).not.toContain("$scrypt$");
    }
    expect(JSON.stringify(await rowsOf(database, "log_usual"))).toContain("newcomer");
  });
});
