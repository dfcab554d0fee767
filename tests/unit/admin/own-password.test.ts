// @vitest-environment happy-dom
// A password of one's own: what is checked in the browser, and that nothing else is shown before it is chosen.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiFailure } from "#admin/api/failure.ts";
import { request } from "#admin/api/request.ts";
import { beginSession, setRequirement, endSession, followOtherTabs, onSession, session } from "#admin/api/session.ts";
import { storedName, writeStored } from "#admin/browser/storage.ts";
import { startLanguage } from "#admin/i18n/index.ts";
import { findingOf } from "#admin/login/own-password-check.ts";
import { deviceOf } from "#schema/device-name";
import { readSession } from "#admin/api/dialect.ts";
import { bladex } from "#schema/dialects/bladex";
import { transformChosenPassword } from "#admin/api/password.ts";

const answer = {
  access_token: "a",
  refresh_token: "r",
  tenant_id: "100001",
  user_id: "7",
  account: "lin",
  detail: { type: "web", mustChangePassword: true },
};
const read = (body: unknown) => readSession(bladex, body);

beforeEach(() => startLanguage());

afterEach(() => {
  endSession("signed-out");
  localStorage.clear();
  vi.unstubAllGlobals();
});

test("the form asks for all three, eight characters, another one than before, and the same twice", () => {
  const whole = { oldPassword: "123456", newPassword: "tea from Wuyi", newPassword1: "tea from Wuyi" };
  expect(findingOf(whole)).toBeUndefined();
  expect(findingOf({ ...whole, oldPassword: "" })).toEqual({ name: "oldPassword", text: "ownPassword.required.oldPassword" });
  expect(findingOf({ ...whole, newPassword1: "" })).toEqual({ name: "newPassword1", text: "ownPassword.required.newPassword1" });
  expect(findingOf({ ...whole, newPassword: "seven77", newPassword1: "seven77" })).toEqual({
    name: "newPassword",
    text: "ownPassword.tooShort",
  });
  expect(findingOf({ ...whole, oldPassword: "tea from Wuyi" })).toEqual({ name: "newPassword", text: "ownPassword.same" });
  expect(findingOf({ ...whole, newPassword1: "tea from Anxi" })).toEqual({ name: "newPassword1", text: "ownPassword.differ" });
});

test("a password that is chosen is none of the commonest, in whatever case, and is sent as the back-end expects it", async () => {
  for (const typed of ["password", "PassWord", "1qaz2wsx", "12345678"]) {
    const failure = await transformChosenPassword(typed, "newPassword").then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure, typed).toBeInstanceOf(ApiFailure);
    expect(failure).toMatchObject({ message: "该密码过于常见，容易被猜到，请更换", issues: [{ path: ["newPassword"] }] });
  }
  expect(await transformChosenPassword("tea from Wuyi", "newPassword")).toMatch(/^[0-9a-f]{32}$/);
});

test("the hint of the sign-in is kept over a reload, and goes with the change", () => {
  const next = read(answer);
  if (next === undefined) throw new Error("no session");
  expect(next.user.mustChangePassword).toBe(true);
  expect(read({ ...answer, detail: { type: "web" } })?.user).not.toHaveProperty("mustChangePassword");
  beginSession(next);
  expect(localStorage.getItem(storedName("userInfo"))).toContain("mustChangePassword");
  setRequirement("mustChangePassword", false);
  expect(session()?.user).not.toHaveProperty("mustChangePassword");
  expect(localStorage.getItem(storedName("userInfo"))).not.toContain("mustChangePassword");
});

test("a refusal of the server because of it brings the page up", async () => {
  const next = read({ ...answer, detail: {} });
  if (next === undefined) throw new Error("no session");
  beginSession(next);
  vi.stubGlobal("fetch", async () =>
    Response.json({ code: 403, success: false, msg: "请先修改初始密码", data: { error: "mustChangePassword" } }, { status: 403 }),
  );
  await expect(request("GET", "/blade-user/info")).rejects.toMatchObject({ error: "mustChangePassword" });
  expect(session()?.user.mustChangePassword).toBe(true);
});

test("what was changed in another tab is known in this one", () => {
  const next = read(answer);
  if (next === undefined) throw new Error("no session");
  beginSession(next);
  const reported = vi.fn<() => void>();
  const stops = [followOtherTabs(), onSession(reported)];
  const { mustChangePassword: _due, ...user } = next.user;
  writeStored("userInfo", user);
  dispatchEvent(new StorageEvent("storage", { key: storedName("userInfo") }));
  expect(reported).toHaveBeenCalledTimes(1);
  expect(session()?.user).not.toHaveProperty("mustChangePassword");
  stops.forEach((stop) => stop());
});

test.each([
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0",
    "Edge 130",
    "Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.50",
    "WeChat 8",
    "iPhone",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
    "Safari 18",
    "macOS",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox 132", "Linux"],
  ["curl/8.5.0", "", ""],
])("the device of %s", (userAgent, browser, system) => {
  expect(deviceOf(userAgent)).toEqual({ browser, system });
});
