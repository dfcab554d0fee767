// The two dialects of Blade: names of calls, parameters of sign-in, shapes of answers (contract §3, §3.2).
import { expect, test } from "vitest";
import { dialectOf, type Grant } from "#admin/providers/dialect.ts";

const grant: Grant = { type: "captcha", tenantId: "000000", account: "admin", password: "hash", key: "k", characters: "aB3dE" };

test("bladex signs in with snake case, username and headers", () => {
  expect(dialectOf("bladex").tokenCall(grant)).toEqual({
    parameters: { tenantId: "000000", scope: "all", username: "admin", password: "hash", grant_type: "captcha", type: "account" },
    headers: { "Tenant-Id": "000000", "Captcha-Key": "k", "Captcha-Code": "aB3dE" },
  });
});

test("blade signs in with camel case and account", () => {
  expect(dialectOf("blade").tokenCall(grant)).toMatchObject({ parameters: { account: "admin", grantType: "captcha" }, headers: { "Captcha-Key": "k" } });
});

test("both give the same session from their own answers", () => {
  const bladex = dialectOf("bladex").readSession({ access_token: "a", refresh_token: "r", tenant_id: "000000", user_id: "1", account: "admin", real_name: "管理员", role_name: "administrator,admin", detail: { type: "web", ext: "channelId:1" } });
  const blade = dialectOf("blade").readSession({ code: 200, data: { accessToken: "a", refreshToken: "r", tenantId: "000000", userId: "1", account: "admin", userName: "管理员", authority: "administrator,admin" } });
  expect(bladex).toMatchObject({ accessToken: "a", refreshToken: "r", tenantId: "000000", user: { userId: "1", name: "管理员", roleAliases: ["administrator", "admin"], ext: "channelId:1" } });
  expect(blade).toMatchObject({ accessToken: "a", refreshToken: "r", tenantId: "000000", user: { userId: "1", name: "管理员", roleAliases: ["administrator", "admin"] } });
});

test("an answer without a token is no session, and its sentence is found", () => {
  expect(dialectOf("bladex").readSession({ error: "invalid_grant", error_description: "验证码不正确" })).toBeUndefined();
  expect(dialectOf("bladex").readRefusal({ error: "invalid_grant", error_description: "验证码不正确" })).toBe("验证码不正确");
  expect(dialectOf("blade").readRefusal({ code: 400, msg: "用户名或密码错误" })).toBe("用户名或密码错误");
});

test("the picture is found bare and inside an envelope", () => {
  const picture = { key: "k", image: "data:image/png;base64,x" };
  expect(dialectOf("bladex").readCaptcha(picture)).toEqual(picture);
  expect(dialectOf("bladex").readCaptcha({ code: 200, data: picture })).toEqual(picture);
});

test("paths that blade has elsewhere are written anew, all others stay", () => {
  const { pathOf } = dialectOf("blade");
  expect(pathOf("/blade-user/page")).toBe("/blade-system/user/list");
  expect(pathOf("/blade-user/detail")).toBe("/blade-system/user/detail");
  expect(pathOf("/blade-system/datasource/list")).toBe("/blade-develop/datasource/list");
  expect(pathOf("/blade-user-other/list")).toBe("/blade-user-other/list");
  expect(dialectOf("bladex").pathOf("/blade-user/page")).toBe("/blade-user/page");
});
