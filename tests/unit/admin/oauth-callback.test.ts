// @vitest-environment happy-dom
// What another platform brings back stands in the address for no longer than it takes to read it.
import { afterEach, expect, test } from "vitest";
import { clearCallback, storeReturnAddress, takeCallback } from "#admin/login/social/oauth-callback.ts";
import { firstFinding } from "#admin/login/social/registration-dialog.tsx";
import { readSettings } from "#admin/browser/settings.ts";

afterEach(() => {
  clearCallback();
  history.replaceState(null, "", "/login");
  sessionStorage.clear();
});

const here = () => location.pathname + location.search;

test("a code is read once, kept until it is dealt with, and gone from the address", () => {
  history.replaceState(null, "", "/login?source=github&code=c&state=s");
  const arrival = takeCallback();
  expect(arrival).toEqual({ source: "github", code: "c", state: "s", error: "" });
  expect(here()).toBe("/login");
  expect(takeCallback()).toBe(arrival);
  clearCallback();
  expect(takeCallback()).toBeUndefined();
});

test("DingTalk brings its code under a name of its own", () => {
  history.replaceState(null, "", "/login?source=idp-7&authCode=c&state=s");
  expect(takeCallback()).toEqual({ source: "idp-7", code: "c", state: "s", error: "" });
});

test("a refusal is one as well; half an answer is none, and stays for nobody", () => {
  history.replaceState(null, "", "/login?source=github&error=access_denied&state=s");
  expect(takeCallback()).toEqual({ source: "github", code: "", state: "s", error: "access_denied" });
  clearCallback();
  history.replaceState(null, "", "/login?code=c");
  expect(takeCallback()).toBeUndefined();
});

test("the place somebody wanted to go to waits for them, once", () => {
  history.replaceState(null, "", "/login?redirect=%2Ffactory%3Fcurrent%3D2");
  storeReturnAddress();
  for (const after of ["/login?redirect=%2Ffactory%3Fcurrent%3D2", "/login"]) {
    history.replaceState(null, "", "/login?source=github&code=c&state=s");
    takeCallback();
    expect(here()).toBe(after);
  }
});

test("the registration is checked in the order of the specification, with its own word for each", () => {
  const whole = { tenantId: "100001", name: "", account: "lin", password: "a word 8", password2: "a word 8", captcha: "" };
  expect(firstFinding(whole)).toBeUndefined();
  expect(firstFinding({ ...whole, tenantId: " ", account: "", password: "" })).toEqual({
    name: "tenantId",
    text: "social.required.tenantId",
  });
  expect(firstFinding({ ...whole, account: " ", password: "" })).toEqual({ name: "account", text: "social.required.account" });
  expect(firstFinding({ ...whole, password: "" })).toEqual({ name: "password", text: "social.required.password" });
  expect(firstFinding({ ...whole, password2: "" })).toEqual({ name: "password2", text: "social.required.password" });
  expect(firstFinding({ ...whole, password2: "b" })).toEqual({ name: "password2", text: "social.passwordsDiffer" });
  expect(firstFinding({ ...whole, password: "a word7", password2: "a word7" })).toEqual({
    name: "password",
    text: "social.passwordTooShort",
  });
});

test("of the settings only whole platforms are taken", () => {
  expect(readSettings(JSON.stringify({ providers: [{ source: "github", zh: "代码", en: "Code" }, { source: "x" }, 7] })).providers).toEqual(
    [{ source: "github", zh: "代码", en: "Code" }],
  );
  expect(readSettings(JSON.stringify({ providers: "github" })).providers).toEqual([]);
});
