// What the log tells of a grant: what each role or entry lost and gained, by the names people know (docs/specification.md §6).
import { expect, test } from "vitest";
import { readChanges, type RowChange } from "#schema/changes";
import type { Database } from "../../../../src/server/store/database.ts";
import { apiScope, dataScope, grantTo, own } from "../../access/scope-fixture.ts";
import { call, menuIds, people, serversOfFile, signIn } from "../../auth/fixture.ts";

const startTestServer = serversOfFile();

async function lastRows(database: Database, logId: string): Promise<readonly RowChange[]> {
  const [answer] = await database.owner.read([
    { sql: "select log_data from log_usual where log_id = $1 order by id", parameters: [logId] },
  ]);
  return readChanges(String(answer?.rows.at(-1)?.["log_data"]))?.rows ?? [];
}

const changesOf = (rows: readonly RowChange[]) =>
  Object.fromEntries(rows.flatMap(({ changes }) => changes.map(({ field, before, after }) => [field, [before, after]])));

test("a role's grant is told by what was taken and what was given; menus by name, buttons with their menu's, scopes by theirs", async () => {
  const { app, database } = await startTestServer();
  const [platform, admin] = [await signIn(app, "platform"), await signIn(app, "admin")];
  const [data, api] = [await dataScope(app, platform, own), await apiScope(app, platform, "/digit-bind/factory/**")];
  expect((await grantTo(app, admin, { menus: ["factory", "factory_add"], data: [data] })).body.code).toBe(200);
  expect((await grantTo(app, admin, { menus: ["factory", "factory_edit"], apis: [api] })).body.code).toBe(200);
  const rows = await lastRows(database, "role.grant");
  expect(rows).toMatchObject([{ resource: "role", id: people.clerk.role, title: "role of clerk", action: "edit" }]);
  expect(changesOf(rows)).toEqual({
    menuIds: ["−工厂 / 新增", "+工厂 / 编辑"],
    dataScopeIds: ["−scope", null],
    apiScopeIds: [null, "+/digit-bind/factory/**"],
  });
  expect((await grantTo(app, admin, { menus: ["factory", "factory_edit"], apis: [api] })).body.code).toBe(200);
  expect(changesOf(await lastRows(database, "role.grant"))).toEqual({});
});

test("so is what is configured for an entry of the header", async () => {
  const { app, database } = await startTestServer();
  const admin = await signIn(app, "admin");
  const payload = { name: "生产", code: "making", source: "factory", sort: 1 };
  const made = await call(app, admin, "POST /blade-system/topmenu/submit", { payload });
  const { id } = made.body.data as { id: string }; // a submit answers the row
  const configure = (...codes: readonly string[]) =>
    call(app, admin, "POST /blade-system/topmenu/grant", {
      payload: { topMenuIds: [id], menuIds: codes.map((code) => menuIds.get(code)) },
    });
  expect((await configure("factory", "shop")).body.code).toBe(200);
  expect((await configure("shop", "device")).body.code).toBe(200);
  const rows = await lastRows(database, "topmenu.grant");
  expect(rows).toMatchObject([{ resource: "topmenu", id, title: "生产" }]);
  expect(changesOf(rows)).toEqual({ menuIds: ["−工厂", "+设备"] });
});
