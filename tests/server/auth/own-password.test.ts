// Passwords that people choose: initial ones must go, common ones are refused, and guesses of the old one are counted.
import { describe, expect, test } from "vitest";
import type { FastifyInstance } from "fastify";
import { transformed, type PasswordTransform } from "../../../src/server/auth/password-hash.ts";
import { startOtherPlatform } from "../../support/oauth-provider.ts";
import { askForToken, call, password, people, serversOfFile, signIn, signInFirst, type Token } from "./fixture.ts";
import { knowing, register, signInThere } from "./social-flow.ts";

const startTestServer = serversOfFile();

const md5 = (text: string) => transformed(text, "md5");
interface Passwords {
  readonly old: string;
  readonly chosen: string;
}
const change = (app: FastifyInstance, token: Token, { old, chosen }: Passwords, transform: PasswordTransform = "md5") => {
  const [oldPassword, newPassword] = [transformed(old, transform), transformed(chosen, transform)];
  return call(app, token, "POST /blade-user/update-password", { query: { oldPassword, newPassword, newPassword1: newPassword } });
};
const newUser = {
  account: "fresh",
  userType: "1",
  name: "fresh",
  realName: "fresh one",
  roleId: people.clerk.role,
  deptId: "3003",
  postId: "3103",
};
const add = async (app: FastifyInstance, values: object = {}) =>
  call(app, await signIn(app, "admin"), "POST /blade-user/submit", { payload: { ...newUser, ...values } });
const fresh = { account: "fresh", password: "first-password" } as const;
const refusal = { status: 403, body: { code: 403, success: false, msg: "请先修改初始密码", data: { error: "mustChangePassword" } } };

describe("an initial password", () => {
  test("opens nothing but its own change, in every process, until it is changed", async () => {
    const { app, sibling } = await startTestServer();
    await add(app, { roleId: people.admin.role });
    const token = await signIn(app, "clerk", fresh);
    expect(token).toMatchObject({ detail: { type: "web", mustChangePassword: true } });
    const other = await sibling();
    for (const server of [app, other]) {
      for (const url of [
        "/blade-user/page",
        "/blade-system/menu/workspace",
        "/blade-system/menu/tree",
        "/blade-desk/home",
        "/blade-auth/oauth/sessions",
        "/blade-system/dict/dictionary?code=sex",
      ]) {
        expect(await call(server, token, `GET ${url}`), url).toMatchObject(refusal);
      }
      expect(
        await call(server, token, "POST /blade-user/update-info", {
          payload: { realName: "Somebody", name: "x", phone: "13800000000" },
        }),
      ).toMatchObject(refusal);
    }
    expect((await call(app, token, "GET /blade-auth/oauth/user-info")).body).toMatchObject({
      code: 200,
      data: { detail: { mustChangePassword: true } },
    });

    expect((await change(app, token, { old: "first-password", chosen: "first-password" })).body).toMatchObject({
      code: 400,
      data: { error: "samePassword" },
    });
    expect(await call(app, token, "GET /blade-user/page")).toMatchObject(refusal);
    expect((await change(app, token, { old: "first-password", chosen: "one of my own" })).body.code).toBe(200);
    expect((await call(other, token, "GET /blade-user/page")).body.code).toBe(200);
    expect((await signIn(app, "clerk", { account: "fresh", password: "one of my own" }))["detail"]).toEqual({ type: "web" });
  });

  test("can be left by signing out", async () => {
    const { app } = await startTestServer();
    await add(app);
    const token = await signIn(app, "clerk", fresh);
    expect((await call(app, token, "POST /blade-auth/oauth/logout", { payload: [] })).body.code).toBe(200);
    expect((await call(app, token, "GET /blade-auth/oauth/user-info")).body.code).toBe(401);
  });

  test("is also one that an administrator chose, and one that was reset", async () => {
    const { app } = await startTestServer();
    await add(app, { password: md5("chosen for them"), password2: md5("chosen for them") });
    const token = await signInFirst(app, "clerk", { account: "fresh", password: "chosen for them" }, "one of my own");
    expect((await call(app, token, "GET /blade-user/info")).body.code).toBe(200);
    expect((await call(app, await signIn(app, "admin"), `POST /blade-user/reset-password?userIds=${people.clerk.id}`)).body.code).toBe(200);
    expect(await call(app, await signIn(app, "clerk", { password: "first-password" }), "GET /blade-user/page")).toMatchObject(refusal);
  });

  test("is what somebody has who was told so by the server alone: no submit sets or clears it", async () => {
    const { app, database } = await startTestServer();
    await add(app, { mustChangePassword: 0 });
    const admin = await signIn(app, "admin");
    const due = async (account: string) =>
      (await database.owner.read([{ sql: 'select must_change_password as due from "user" where account = $1', parameters: [account] }]))[0]
        ?.rows[0]?.["due"];
    expect(await due("fresh")).toBe(1);
    const id = String(
      (await database.owner.read([{ sql: `select id from "user" where account = 'fresh'`, parameters: [] }]))[0]?.rows[0]?.["id"],
    );
    const update = async (payload: object) =>
      (await call(app, admin, "POST /blade-user/update", { payload: { name: "renamed", ...payload } })).body.code;
    expect(await update({ id, mustChangePassword: 0 })).toBe(400);
    expect(await due("fresh")).toBe(1);
    expect(await update({ id: people.clerk.id, mustChangePassword: 1 })).toBe(400);
    expect(
      (
        await call(app, await signIn(app, "clerk"), "POST /blade-user/update-info", {
          payload: { realName: "Li Na", name: "nana", phone: "13800000000", mustChangePassword: 1 },
        })
      ).body.code,
    ).toBe(200);
    expect(await due("clerk")).not.toBe(1);
  });
});

describe("one of the commonest passwords", () => {
  const common = ["password", "Password", "1qaz2wsx", "123456", "iloveyou"];
  const issues = (name: string) => ({
    code: 400,
    data: { error: "invalid", issues: [{ path: [name], message: "该密码过于常见，容易被猜到，请更换" }] },
  });

  test.each(["md5", "plain"] as const)("is refused, as it arrives with %s, and the old one stays", async (passwordTransform) => {
    const { app, database } = await startTestServer({ passwordTransform });
    const stored = async () =>
      (await database.owner.read([{ sql: 'select password from "user" where id = $1', parameters: [people.clerk.id] }]))[0]?.rows[0]?.[
        "password"
      ];
    const before = await stored();
    const token = await signIn(app, "clerk");
    for (const chosen of common.filter((word) => passwordTransform === "md5" || word.length >= 8)) {
      expect((await change(app, token, { old: password, chosen }, passwordTransform)).body, chosen).toMatchObject(issues("newPassword"));
    }
    expect(await stored()).toBe(before);
  });

  test("is refused for a new account, and for one that a guest asks for", async () => {
    const { app } = await startTestServer();
    expect((await add(app, { password: md5("sunshine"), password2: md5("sunshine") })).body).toMatchObject(issues("password"));
    expect((await askForToken(app, "clerk", { account: "fresh", password: "sunshine" })).status).toBe(400);

    const platform = await startOtherPlatform();
    try {
      const server = await startTestServer(knowing(platform));
      platform.become({ id: "common", name: "林" });
      const guest = (await signInThere(server.app)).body;
      expect((await register(server.app, guest, { password: md5("sunshine") })).body).toMatchObject(issues("password"));
      expect((await register(server.app, guest)).body.success).toBe(true);
    } finally {
      await platform.close();
    }
  });

  test("is short where the length can be seen: with md5 only the browser sees it", async () => {
    const { app } = await startTestServer({ passwordTransform: "plain" });
    const answer = await change(app, await signIn(app, "clerk"), { old: password, chosen: "abcxyz7" }, "plain");
    expect(answer.body).toMatchObject({ code: 400, data: { issues: [{ path: ["newPassword"], code: "tooShort" }] } });
  });
});

describe("a password made of what others know of a person", () => {
  const issues = (name: string) => ({
    code: 400,
    data: { error: "invalid", issues: [{ path: [name], message: "密码不能由账号、姓名、手机号、单位或系统名称加常见数字组成，请更换" }] },
  });

  test.each(["md5", "plain"] as const)("is refused, as it arrives with %s; a word of their own is not", async (passwordTransform) => {
    const { app, database } = await startTestServer({ passwordTransform });
    await database.owner.transaction((tx) =>
      tx.query({
        sql: `update "user" set name = 'Lina', phone = '13912345678', email = 'li.na.tea@example.cn' where id = $1`,
        parameters: [people.clerk.id],
      }),
    );
    const token = await signIn(app, "clerk");
    for (const chosen of [
      "clerk2026",
      "Clerk@123",
      "clerkclerk",
      "LINA12345",
      "13912345678",
      "li.na.tea",
      "100001100001",
      "tenant 100001",
      "Tracemark888",
      "tracemark!",
    ]) {
      expect((await change(app, token, { old: password, chosen }, passwordTransform)).body, chosen).toMatchObject(issues("newPassword"));
    }
    expect((await change(app, token, { old: password, chosen: "clerks drink tea" }, passwordTransform)).body).not.toMatchObject(
      issues("newPassword"),
    );
  });

  test("is refused for one that a guest asks for", async () => {
    const platform = await startOtherPlatform();
    try {
      const { app } = await startTestServer(knowing(platform));
      platform.become({ id: "known", name: "林" });
      const guest = (await signInThere(app)).body;
      for (const chosen of ["xiaolin2026", "小林小林", "100001@2026"])
        expect((await register(app, guest, { password: md5(chosen) })).body, chosen).toMatchObject(issues("password"));
    } finally {
      await platform.close();
    }
  });
});

describe("guesses of the old password", () => {
  test("are counted with those of signing in: five, and then not even the right one is looked at", async () => {
    const { app, pass } = await startTestServer({ trustedProxies: ["127.0.0.1"] });
    const token = await signIn(app, "clerk");
    for (let turn = 1; turn <= 5; turn += 1)
      expect((await change(app, token, { old: `guess ${turn}`, chosen: "one of my own" })).body).toMatchObject({
        data: { error: "wrongOldPassword" },
      });
    expect((await change(app, token, { old: password, chosen: "one of my own" })).body).toMatchObject({
      code: 400,
      msg: "原密码错误次数过多，请稍后再试",
      data: { error: "tooManyFailures" },
    });
    expect((await askForToken(app, "clerk", { headers: { "x-forwarded-for": "10.0.0.9" } })).body).toMatchObject({
      error_description: "用户登录失败次数过多",
    });
    pass(31 * 60_000);
    expect((await change(app, token, { old: password, chosen: "one of my own" })).body.code).toBe(200);
  });

  test("count when many come at once", async () => {
    const { app } = await startTestServer();
    const token = await signIn(app, "clerk");
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_one, turn) => change(app, token, { old: `guess ${turn}`, chosen: "one of my own" })),
    );
    expect(answers.filter(({ body }) => JSON.stringify(body).includes("wrongOldPassword"))).toHaveLength(5);
  });
});
