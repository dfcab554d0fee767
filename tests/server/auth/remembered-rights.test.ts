// Rights are looked up once and remembered: until something about them changes, and not because somebody else came or went.
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { Database, Statement, Transaction } from "../../../src/server/store/database.ts";
import { call, openTestServer, people, signIn, type OpenedServer } from "./fixture.ts";

/** Counts how often a person is looked up with all their rights. */
function countLookUps(database: Database, userId: string): () => number {
  const read = vi.spyOn(database.authentication, "read");
  const isLookUp = ({ sql, parameters }: Statement) =>
    sql.includes('from "user" u join tenant') && sql.includes("u.id = $2") && parameters.includes(userId);
  return () => read.mock.calls.filter(([, statements]) => statements.some(isLookUp)).length;
}

const info = "/blade-auth/oauth/user-info";

let server: OpenedServer;

beforeAll(async () => {
  server = await openTestServer();
  return () => server.close();
});

afterEach(() => void vi.restoreAllMocks());

describe("a person's rights", () => {
  test("are not looked up again because others sign in, sign out or clear their cache", async () => {
    const { app, database } = server;
    const count = countLookUps(database, people.clerk.id);
    const clerk = await signIn(app, "clerk");
    await call(app, clerk, `GET ${info}`);
    const before = count();
    const codes: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const other = await signIn(app, "admin");
      codes.push((await call(app, other, "GET /blade-auth/oauth/clear-cache")).body.code);
      await call(app, other, "GET /blade-auth/oauth/logout");
      codes.push((await call(app, other, `GET ${info}`)).body.code, (await call(app, clerk, `GET ${info}`)).body.code);
    }
    expect(codes).toEqual([200, 401, 200, 200, 401, 200, 200, 401, 200]);
    expect([before, count()]).toEqual([1, 1]);
  });

  test("are looked up again once the person clears their own cache", async () => {
    const { app, database } = server;
    const count = countLookUps(database, people.clerk.id);
    const clerk = await signIn(app, "clerk");
    await call(app, clerk, "GET /blade-auth/oauth/clear-cache");
    await call(app, clerk, `GET ${info}`);
    expect(count()).toBe(2);
  });

  const write = (database: Database, sql: string, parameters: readonly unknown[], tenantId?: string) => {
    const work = (tx: Transaction) => tx.query({ sql, parameters });
    return tenantId === undefined ? database.owner.transaction(work) : database.transaction({ tenantId }, work);
  };

  test.each([
    ["a user of another tenant", `update "user" set name = 'x' where id = $1`, people.foreign.id, 1],
    ["a role of another tenant", "update role set role_name = 'x' where id = $1", people.foreign.role, 1],
    ["a user of their tenant", `update "user" set name = 'x' where id = $1`, people.admin.id, 2],
    ["a role of their tenant", "update role set role_name = 'x' where id = $1", people.clerk.role, 2],
    ["a role of their tenant that goes", "delete from role where id = $1", people.admin.role, 2],
    ["a menu, which is the platform's", "update menu set name = 'x' where id = $1", "5000", 2],
    ["a tenant, which is the platform's", "update tenant set tenant_name = 'x' where id = $1", "102", 2],
    ["no row at all", "update role set role_name = 'x' where id = $1", "1", 1],
  ])("after a change of %s", async (what, sql, id, expected) => {
    const { app, database } = server;
    const count = countLookUps(database, people.clerk.id);
    const clerk = await signIn(app, "clerk");
    await call(app, clerk, `GET ${info}`);
    await write(database, sql, [id], what.endsWith("another tenant") ? people.foreign.tenantId : undefined);
    await call(app, clerk, `GET ${info}`);
    expect(count()).toBe(expected);
  });

  test("act at the next request of every process when a role is granted, and when it is taken away", async () => {
    const { app, sibling, grant } = server;
    const other = await sibling();
    const clerk = await signIn(app, "clerk");
    const codes = async () => [
      (await call(app, clerk, "GET /digit-bind/factory/list")).body.code,
      (await call(other, clerk, "GET /digit-bind/factory/list")).body.code,
    ];
    const seen = [await codes()];
    await grant("factory");
    seen.push(await codes());
    await grant();
    seen.push(await codes());
    expect(seen).toEqual([
      [403, 403],
      [200, 200],
      [403, 403],
    ]);
  });
});
