// What the calls on tenants, users and roles change is in their entries of the log.
import { afterAll, expect, it } from "vitest";
import { expectsAuditedChanges } from "../../../support/audit-coverage.ts";
import { apiScope, dataOf, dataScope, grantTo, own } from "../../access/scope-fixture.ts";
import { call, model, openTestServer, people, signIn, type Token } from "../../auth/fixture.ts";

const server = await openTestServer();
afterAll(() => server.close());
expectsAuditedChanges({ database: server.database, model });
const { app } = server;
const [platform, admin] = [await signIn(app, "platform"), await signIn(app, "admin")];

const post = (token: Token, path: string, request: Parameters<typeof call>[3] = {}) => call(app, token, `POST ${path}`, request);

/** Submits a new row, which has to be accepted; answers its id. */
async function added(token: Token, path: string, payload: object): Promise<string> {
  const answer = await post(token, `${path}/submit`, { payload });
  if (answer.body.code !== 200) throw new Error(JSON.stringify(answer.body));
  return dataOf<{ readonly id: string }>(answer).id;
}

/** The codes of calls, one after the other. */
async function codesOf(token: Token, calls: readonly (readonly [string, Parameters<typeof call>[3]])[]): Promise<readonly number[]> {
  const codes: number[] = [];
  for (const [path, request] of calls) codes.push((await post(token, path, request)).body.code);
  return codes;
}

const done = (count: number): readonly number[] => Array.from({ length: count }, () => 200);

it("an account: added, changed, given roles, locked, unlocked, reset, removed", async () => {
  const id = await added(admin, "/blade-user", {
    account: "new",
    userType: "1",
    name: "new",
    realName: "new one",
    phone: "13800000000",
    roleId: people.clerk.role,
    deptId: "3003",
    postId: "3103",
  });
  const codes = await codesOf(admin, [
    ["/blade-user/update", { payload: { id, realName: "other", phone: "13900000000" } }],
    ["/blade-user/grant", { query: { userIds: id, roleIds: people.admin.role } }],
    ["/blade-user/lock", { query: { userIds: id } }],
    ["/blade-user/unlock", { query: { userIds: id } }],
    ["/blade-user/reset-password", { query: { userIds: id } }],
    ["/blade-user/reset-factor", { query: { userIds: id } }],
    ["/blade-user/update-platform", { query: { userId: id, userType: "2", userExt: "note" } }],
    ["/blade-user/remove", { query: { ids: id } }],
  ]);
  expect(codes).toEqual(done(8));
});

it("a role: added, granted menus and scopes, granted others, changed, removed", async () => {
  const id = await added(admin, "/blade-system/role", { roleName: "packer", roleAlias: "packer", sort: 9 });
  const [data, api] = [await dataScope(app, platform, own), await apiScope(app, platform, "/digit-bind/factory/**")];
  expect((await grantTo(app, admin, { role: id, menus: ["factory", "factory_add"], data: [data] })).body).toMatchObject({ code: 200 });
  expect((await grantTo(app, admin, { role: id, menus: ["factory", "factory_edit"], apis: [api] })).body).toMatchObject({ code: 200 });
  const codes = await codesOf(admin, [
    ["/blade-system/role/submit", { payload: { id, roleName: "sender" } }],
    ["/blade-system/role/remove", { query: { ids: id } }],
  ]);
  expect(codes).toEqual(done(2));
});

it("a tenant: added with what it begins with, set up, given a package, removed", async () => {
  const packageId = await added(platform, "/blade-system/tenant-package", { packageName: "small", menuId: "5001" });
  const id = await added(platform, "/blade-system/tenant", { tenantName: "新茶业", linkman: "陈清" });
  const { tenantId } = dataOf<{ readonly tenantId: string }>(
    await call(app, platform, "GET /blade-system/tenant/detail", { query: { id } }),
  );
  const codes = await codesOf(platform, [
    ["/blade-system/tenant/setting", { query: { ids: id, accountNumber: "7", expireTime: "2027-11-20 09:00:00" } }],
    ["/blade-system/tenant/package-setting", { query: { tenantId, packageId } }],
    ["/blade-system/tenant/remove", { query: { ids: id } }],
  ]);
  expect(codes).toEqual(done(3));
});
