// Connections to the database are few: no call takes two of them, and no work of one tenant keeps the people of another from theirs.
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { outsideTransaction, isInTransaction } from "../../../src/server/store/database.ts";
import { transformed } from "../../../src/server/auth/password-hash.ts";
import { onHash } from "../../support/watched-hashes.ts";
import { startOtherPlatform } from "../../support/oauth-provider.ts";
import { call, openTestServer, password, people, serversOfFile, signIn, type OpenedServer } from "./fixture.ts";
import { knowing, register, signInThere } from "./social-flow.ts";

const startTestServer = serversOfFile();

const oneEach = { poolSize: 1, ownerPoolSize: 1, authenticationPoolSize: 1 } as const;
const md5 = (text: string) => transformed(text, "md5");

describe("with one connection of each kind", () => {
  test("five tenants are made at once, and an operator of another tenant reads meanwhile", async () => {
    const { app } = await startTestServer({ pools: oneEach });
    const [platform, operator] = [await signIn(app, "platform"), await signIn(app, "foreign")];
    const made = await Promise.all([
      ...["一", "二", "三", "四", "五"].map((name) =>
        call(app, platform, "POST /blade-system/tenant/submit", { payload: { tenantName: `茶业${name}`, linkman: "陈清" } }),
      ),
      call(app, operator, "GET /digit-bind/factory/list"),
    ]);
    expect(made.map(({ status, body }) => [status, body.code])).toEqual(made.map(() => [200, 200]));
  });

  test("rights are found out while the platform's connection is held, and while a tenant's is", async () => {
    const { app, database } = await startTestServer({ pools: oneEach });
    const operator = await signIn(app, "foreign");
    const list = () => outsideTransaction(() => call(app, operator, "GET /digit-bind/factory/list"));
    const info = () => outsideTransaction(() => call(app, operator, "GET /blade-auth/oauth/user-info"));
    const [held, heldOfTenant] = [await database.owner.transaction(list), await database.transaction({ tenantId: "100001" }, info)];
    expect([held.body.code, heldOfTenant.body.code]).toEqual([200, 200]);
  });
});

describe("a password is hashed before the transaction that stores it", () => {
  let server: OpenedServer;
  /** Whether a transaction was open, of each hash that was made or compared. */
  const during: boolean[] = [];

  beforeAll(async () => {
    server = await openTestServer();
    return () => server.close();
  });

  beforeEach(() => {
    during.splice(0);
    onHash(() => during.push(isInTransaction()));
  });

  const newUser = {
    account: "newcomer",
    password2: "",
    realName: "新人",
    name: "新人",
    phone: "13900000000",
    deptId: "3002",
    postId: "3102",
    roleId: people.clerk.role,
  };
  const calls: readonly (readonly [
    what: string,
    who: "platform" | "admin" | "clerk",
    url: string,
    request: { readonly payload?: object; readonly query?: Record<string, string> },
  ])[] = [
    ["a new tenant's first account", "platform", "/blade-system/tenant/submit", { payload: { tenantName: "新茶业", linkman: "陈清" } }],
    ["a new user", "admin", "/blade-user/submit", { payload: newUser }],
    ["a reset", "admin", "/blade-user/reset-password", { query: { userIds: people.clerk.id } }],
  ];

  test.each(calls)("%s", async (_what, who, url, request) => {
    const token = await signIn(server.app, who);
    during.splice(0);
    const answer = await call(server.app, token, `POST ${url}`, request);
    expect([answer.body.code, during]).toEqual([200, [false]]);
  });

  test("a person's own, with the old one compared before", async () => {
    const token = await signIn(server.app, "admin");
    during.splice(0);
    const [old, next] = [md5(password), md5("another password")];
    const answer = await call(server.app, token, "POST /blade-user/update-password", {
      query: { oldPassword: old, newPassword: next, newPassword1: next },
    });
    expect([answer.body.code, during]).toEqual([200, [false, false]]);
  });

  test("a guest's", async () => {
    const platform = await startOtherPlatform();
    const knows = await openTestServer(knowing(platform));
    platform.become({ id: "guest", name: "林" });
    const guest = (await signInThere(knows.app)).body;
    during.splice(0);
    const answer = await register(knows.app, guest);
    await knows.close();
    await platform.close();
    expect([answer.body.code, during]).toEqual([200, [false]]);
  });
});
