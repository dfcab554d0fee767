// The two dialects of Blade: names of calls, parameters of sign-in, shapes of answers (docs/wire.md §3, §3.2).
import { expect, test } from "vitest";
import { readCaptcha, readGuest, readRefusal, readSession, tokenCall, type Grant } from "#admin/api/dialect.ts";
import { apiUrl } from "#admin/api/transport.ts";
import { blade } from "#schema/dialects/blade";
import { bladex } from "#schema/dialects/bladex";

const grant: Grant = { type: "captcha", tenantId: "000000", account: "admin", password: "hash", key: "k", characters: "aB3dE" };

test("bladex signs in with snake case, username and headers", () => {
  expect(tokenCall(bladex, grant)).toEqual({
    parameters: { tenantId: "000000", scope: "all", username: "admin", password: "hash", grant_type: "captcha", type: "account" },
    headers: { "Tenant-Id": "000000", "Captcha-Key": "k", "Captcha-Code": "aB3dE" },
  });
});

test("blade signs in with camel case and account", () => {
  expect(tokenCall(blade, grant)).toMatchObject({
    parameters: { account: "admin", grantType: "captcha" },
    headers: { "Captcha-Key": "k" },
  });
});

test("both give the same session from their own answers", () => {
  const ofBladex = readSession(bladex, {
    access_token: "a",
    refresh_token: "r",
    tenant_id: "000000",
    user_id: "1",
    account: "admin",
    real_name: "管理员",
    role_name: "administrator,admin",
    detail: { type: "web", ext: "channelId:1" },
  });
  const ofBlade = readSession(blade, {
    code: 200,
    data: {
      accessToken: "a",
      refreshToken: "r",
      tenantId: "000000",
      userId: "1",
      account: "admin",
      userName: "管理员",
      authority: "administrator,admin",
    },
  });
  expect(ofBladex).toMatchObject({
    accessToken: "a",
    refreshToken: "r",
    tenantId: "000000",
    user: { userId: "1", name: "管理员", roleAliases: ["administrator", "admin"], ext: "channelId:1" },
  });
  expect(ofBlade).toMatchObject({
    accessToken: "a",
    refreshToken: "r",
    tenantId: "000000",
    user: { userId: "1", name: "管理员", roleAliases: ["administrator", "admin"] },
  });
});

test("an answer without a token is no session, and its sentence is found", () => {
  expect(readSession(bladex, { error: "invalid_grant", error_description: "验证码不正确" })).toBeUndefined();
  expect(readRefusal(bladex, { error: "invalid_grant", error_description: "验证码不正确" })).toBe("验证码不正确");
  expect(readRefusal(blade, { code: 400, msg: "用户名或密码错误" })).toBe("用户名或密码错误");
});

test("the picture is found bare and inside an envelope", () => {
  const picture = { key: "k", image: "data:image/png;base64,x" };
  expect(readCaptcha(picture)).toEqual(picture);
  expect(readCaptcha({ code: 200, data: picture })).toEqual(picture);
});

test("paths that blade has elsewhere are written anew, all others stay", () => {
  const pathOf = (path: string) => apiUrl(path, blade).slice("/api".length);
  expect(pathOf("/blade-user/page")).toBe("/blade-system/user/list");
  expect(pathOf("/blade-user/detail")).toBe("/blade-system/user/detail");
  expect(pathOf("/blade-system/datasource/list")).toBe("/blade-develop/datasource/list");
  expect(pathOf("/blade-user-other/list")).toBe("/blade-user-other/list");
  expect(apiUrl("/blade-user/page", bladex).slice("/api".length)).toBe("/blade-user/page");
});

test("a code of another platform is sent with what it is of and for, and in no other way than the back-end reads it", () => {
  const social: Grant = { type: "social", tenantId: "000000", source: "github", code: "c", state: "s" };
  expect(tokenCall(bladex, social)).toEqual({
    parameters: { tenantId: "000000", scope: "all", source: "github", code: "c", state: "s", grant_type: "social" },
    headers: { "Tenant-Id": "000000" },
  });
  expect(tokenCall(blade, social)).toEqual({
    parameters: { tenantId: "000000", scope: "all", source: "github", code: "c", state: "s", grantType: "social" },
    headers: { "Tenant-Id": "000000" },
  });
});

test("a user without an id but with a third-party record is a guest; with an id they are none", () => {
  const guest = { accessToken: "a", oauthId: "7" };
  for (const userId of ["", "-1", -1]) {
    expect(readGuest(bladex, { access_token: "a", user_id: userId, role_name: "guest", oauth_id: "7" }), String(userId)).toEqual(guest);
    expect(readGuest(blade, { code: 200, data: { accessToken: "a", userId, oauthId: "7" } }), String(userId)).toEqual(guest);
  }
  expect(readGuest(bladex, { access_token: "a", user_id: "5", oauth_id: "7" })).toBeUndefined();
  expect(readGuest(bladex, { access_token: "a", user_id: "", oauth_id: "" })).toBeUndefined();
  expect(readGuest(blade, { code: 400, msg: "no" })).toBeUndefined();
});

test("the picture that stands for people without one is none", () => {
  const answer = (avatar: string) => ({ code: 200, data: { accessToken: "a", userId: "1", account: "admin", avatar } });
  expect(readSession(blade, answer("https://bladex.cn/images/logo.png"))?.user.avatar).toBe("");
  expect(readSession(blade, answer("https://files.example.com/me.png"))?.user.avatar).toBe("https://files.example.com/me.png");
});
