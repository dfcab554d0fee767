// Front ends of the platform at this server: they sign in, choose passwords and draw their frame in their own way (docs/wire.md §3).
import { describe, expect, test } from "vitest";
import { transformed } from "../../../src/server/auth/password-hash.ts";
import { call, client, people, serversOfFile, signIn } from "./fixture.ts";

const startTestServer = serversOfFile();

const typed = "saber#2026x";
const newUser = {
  account: "plainuser",
  userType: 1,
  name: "plain",
  realName: "plain user",
  sex: 1,
  roleId: people.clerk.role,
  deptId: "3003",
  postId: "3103",
};

describe("a password that a front end sends as it was typed", () => {
  test("is kept as the transform makes it, so that its owner can sign in", async () => {
    const { app } = await startTestServer();
    const admin = await signIn(app, "admin");
    const added = await call(app, admin, "POST /blade-user/submit", { payload: { ...newUser, password: typed, password2: typed } });
    expect(added.body.code).toBe(200);
    expect(await signIn(app, "clerk", { account: "plainuser", password: typed })).toMatchObject({ account: "plainuser" });
  });

  test("is refused when it is too short or too common", async () => {
    const { app } = await startTestServer();
    const admin = await signIn(app, "admin");
    for (const password of ["short1", "iloveyou", "password"]) {
      const refused = await call(app, admin, "POST /blade-user/submit", { payload: { ...newUser, password, password2: password } });
      expect(refused.body, password).toMatchObject({ code: 400, data: { issues: [{ path: ["password"] }] } });
    }
  });

  test("is taken as the new one of a person", async () => {
    const { app } = await startTestServer();
    const token = await signIn(app, "clerk");
    const change = (oldPassword: string, newPassword: string) =>
      call(app, token, "POST /blade-user/update-password", { query: { oldPassword, newPassword, newPassword1: newPassword } });
    expect((await change("wrong horse", typed)).body.code).toBe(400);
    // The old one is sent as the new one is, or transformed.
    expect((await change("correct horse", "first#2026x")).body.code).toBe(200);
    expect((await change(transformed("first#2026x", "md5"), typed)).body.code).toBe(200);
    expect(await signIn(app, "clerk", { password: typed })).toMatchObject({ account: "clerk" });
  });
});

test("the platform of a person is a number, as in every other read", async () => {
  const { app } = await startTestServer();
  const read = `GET /blade-user/platform-detail?id=${people.clerk.id}` as const;
  const { userType } = (await call(app, await signIn(app, "admin"), read)).body.data as { readonly userType: unknown };
  expect(userType).toEqual(expect.any(Number));
});

test("who has no picture is answered one that needs no other address", async () => {
  const { app } = await startTestServer();
  const token = await signIn(app, "clerk");
  const picture = expect.stringMatching(/^data:image\/svg\+xml,%3Csvg/);
  expect(token).toMatchObject({ avatar: picture });
  expect((await call(app, token, "GET /blade-auth/oauth/user-info")).body.data).toMatchObject({ avatar: picture });
  // What a form begins with stays empty.
  expect((await call(app, token, "GET /blade-user/info")).body.data).toMatchObject({ avatar: "" });
});

test("a refresh needs no tenant, since the token has one; another tenant is refused", async () => {
  const { app } = await startTestServer();
  const token = await signIn(app, "clerk");
  const refresh = (more: Readonly<Record<string, string>>) =>
    app.inject({
      method: "POST",
      url: "/api/blade-auth/oauth/token",
      headers: { authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString("base64")}` },
      query: { refresh_token: token.refresh_token, grant_type: "refresh_token", scope: "all", ...more },
    });
  expect((await refresh({ tenantId: "100002" })).statusCode).toBe(400);
  const renewed = await refresh({});
  expect(renewed.statusCode).toBe(200);
  expect(renewed.json()).toMatchObject({ tenant_id: people.clerk.tenantId });
});

test("the frame of a person with an initial password is drawn, and nothing behind it", async () => {
  const { app } = await startTestServer();
  await call(app, await signIn(app, "admin"), "POST /blade-user/submit", { payload: newUser });
  const token = await signIn(app, "clerk", { account: "plainuser", password: "first-password" });
  for (const read of ["system/menu/routes", "system/menu/buttons", "system/menu/top-menu", "user/info"])
    expect((await call(app, token, `GET /blade-${read}`)).body, read).toMatchObject({ code: 200 });
  expect(await call(app, token, "GET /blade-system/menu/tree")).toMatchObject({
    status: 403,
    body: { data: { error: "mustChangePassword" } },
  });
});
