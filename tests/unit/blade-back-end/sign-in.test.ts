// The stand-in signs people in, and out, as the platform does.
import { createHash } from "node:crypto";
import { sm2 } from "sm-crypto-v2";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bladeAdministrator, bladeTester, startBladeBackEnd, type BladeBackEnd } from "../../support/blade-back-end/index.ts";
import { askerOf, encrypted, memberOf, passwordGrant, signedIn, type Ask } from "../../support/blade-back-end/client.ts";

let backEnd: BladeBackEnd;
let ask: Ask;

beforeEach(async () => {
  backEnd = await startBladeBackEnd();
  ask = askerOf(backEnd);
});

afterEach(() => backEnd.close());

const wrong = { status: 400, code: 400, msg: "用户名或密码错误" };
const token = (password: string, more: Readonly<Record<string, string>> = {}) =>
  ask("POST", "/blade-auth/token", { query: { ...passwordGrant(bladeAdministrator, password), ...more } });

test("a password encrypted by SM2 in the order C1C2C3 signs in, with and without the prefix of its point", async () => {
  const cipher = encrypted("admin", backEnd.publicKey);
  for (const sent of [cipher, `04${cipher}`])
    expect(await token(sent)).toMatchObject({
      status: 200,
      code: 200,
      data: {
        tenantId: "000000",
        account: "admin",
        userName: "管理员",
        authority: "administrator",
        tokenType: "bearer",
        expiresIn: 3600,
        accessToken: expect.any(String),
        refreshToken: expect.any(String),
        avatar: "https://bladex.cn/images/logo.png",
      },
    });
});

test("the order C1C3C2, and a digest, are a wrong password", async () => {
  expect(await token(`04${sm2.doEncrypt("admin", backEnd.publicKey, 1)}`)).toMatchObject(wrong);
  expect(await token(createHash("md5").update("admin").digest("hex"))).toMatchObject(wrong);
  expect(await token(encrypted("other", backEnd.publicKey))).toMatchObject(wrong);
});

test("a plain password is a fault of the server", async () => {
  expect(await token("admin")).toMatchObject({
    status: 500,
    code: 500,
    msg: "exception decoding Hex string: invalid characters encountered in Hex string",
  });
});

test("five refusals lock the account, until somebody unlocks it", async () => {
  const administrator = await signedIn(backEnd, bladeAdministrator);
  for (let time = 0; time < 5; time++) expect(await token(encrypted("other", backEnd.publicKey))).toMatchObject(wrong);
  expect(await token(encrypted("admin", backEnd.publicKey))).toMatchObject({ code: 400 });
  expect(await administrator("POST", "/blade-system/user/unlock", { query: { userIds: "1123598821738675201" } })).toMatchObject({
    code: 200,
  });
  expect(await token(encrypted("admin", backEnd.publicKey))).toMatchObject({ code: 200 });
});

test("a picture is inside the envelope, is answered in headers, and once", async () => {
  const reported = await ask("GET", "/blade-auth/captcha");
  expect(reported.data).toEqual({ key: expect.any(String), image: expect.stringMatching(/^data:image\/png;base64,/) });
  const key = memberOf(reported, "key");
  const sign = (characters: string) =>
    ask("POST", "/blade-auth/token", {
      form: { ...passwordGrant(bladeAdministrator, encrypted("admin", backEnd.publicKey)), grantType: "captcha" },
      headers: { "Captcha-Key": key, "Captcha-Code": characters },
    });
  expect(await sign((backEnd.captchas.at(-1) ?? "").toUpperCase())).toMatchObject({ code: 200 });
  expect(await sign(backEnd.captchas.at(-1) ?? "")).toMatchObject({ status: 400, msg: "验证码不正确" });
});

test("a refresh token gives a session; a refused one is a fault of the server", async () => {
  const refreshToken = memberOf(await token(encrypted("admin", backEnd.publicKey)), "refreshToken");
  const refresh = (text: string) =>
    ask("POST", "/blade-auth/token", { form: { tenantId: "000000", refreshToken: text, grantType: "refresh_token", scope: "all" } });
  expect(await refresh(refreshToken)).toMatchObject({ code: 200, data: { accessToken: expect.any(String) } });
  expect(await refresh("no such token")).toEqual({ status: 500, code: 500, data: null, msg: "服务器异常" });
  backEnd.endRefresh();
  expect(await refresh(refreshToken)).toMatchObject({ status: 500, code: 500 });
});

test("a bad token is told with HTTP 200 and no data, a missing role with HTTP 401 and an empty object, in the same words", async () => {
  const path = "/blade-system/dict/dictionary";
  const ended = { status: 200, code: 401, data: null, msg: "请求未授权" };
  expect(await ask("GET", path, { query: { code: "notice" } })).toEqual(ended);
  expect(await askerOf(backEnd, "no such token")("GET", path, { query: { code: "notice" } })).toEqual(ended);
  const tester = await signedIn(backEnd, bladeTester);
  for (const closed of [path, "/blade-system/dict/list", "/blade-system/user/list", "/blade-system/dept/tree", "/blade-system/role/tree"])
    expect(await tester("GET", closed, { query: { code: "notice" } }), closed).toEqual({
      status: 401,
      code: 401,
      data: {},
      msg: "请求未授权",
    });
  expect(await tester("GET", "/blade-desk/notice/list")).toMatchObject({ status: 200, code: 200 });
  backEnd.endAccess();
  expect(await tester("GET", "/blade-desk/notice/list")).toEqual(ended);
});

test("signing out takes a list", async () => {
  const administrator = await signedIn(backEnd, bladeAdministrator);
  expect(await administrator("POST", "/blade-auth/logout", { json: [] })).toMatchObject({ status: 200, code: 200 });
});
