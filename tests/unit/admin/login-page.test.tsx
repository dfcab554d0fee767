// @vitest-environment happy-dom
// The sign-in page as a person meets it (docs/specification.md §4, §8; docs/wire.md §3).
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { endSession, session } from "#admin/api/session.ts";
import { readStored } from "#admin/browser/storage.ts";
import { changeLanguage, startLanguage } from "#admin/i18n/index.ts";
import { LoginPage } from "#admin/login/login-page.tsx";

Reflect.set(globalThis, "IS_REACT_ACT_ENVIRONMENT", true);

let root: Root;
let place: HTMLElement;
let pictures = 0;
let tokenAnswer: { readonly status: number; readonly body: object };
let tokenCalls: { readonly url: URL; readonly form: Readonly<Record<string, string>>; readonly headers: Headers }[] = [];
const onSubmit = vi.fn<() => void>();

beforeAll(() => startLanguage());

beforeEach(async () => {
  pictures = 0;
  tokenCalls = [];
  onSubmit.mockClear();
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    const url = new URL(address, "http://localhost");
    if (url.pathname.endsWith("/captcha")) {
      pictures += 1;
      return Response.json({ key: `key-${pictures}`, image: "data:image/png;base64,x" });
    }
    const form = init.body instanceof URLSearchParams ? Object.fromEntries(init.body) : {};
    tokenCalls.push({ url, form, headers: new Headers(init.headers) });
    return Response.json(tokenAnswer.body, { status: tokenAnswer.status });
  });
  await show();
});

afterEach(async () => {
  await act(async () => root.unmount());
  place.remove();
  endSession("signed-out");
  localStorage.clear();
  vi.unstubAllGlobals();
});

async function show(): Promise<void> {
  place = document.createElement("div");
  document.body.append(place);
  root = createRoot(place);
  await act(async () => root.render(<LoginPage onSubmit={onSubmit} />));
}

function input(name: string): HTMLInputElement {
  const found = place.querySelector<HTMLInputElement>(`input[name=${name}]`);
  if (found === null) throw new Error(`no input ${name}`);
  return found;
}

async function type(name: string, text: string): Promise<void> {
  const element = input(name);
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(element, text);
    element.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

/** Sends the form and waits for what must come of it. */
async function submit(until: () => boolean): Promise<void> {
  await act(async () => {
    place.querySelector("form")?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  });
  await vi.waitFor(async () => {
    await act(async () => undefined);
    expect(until()).toBe(true);
  });
}

const isSignedIn = () => session() !== undefined;
const isRefused = () => alert() !== "";

async function fill(): Promise<void> {
  await type("username", "admin");
  await type("password", "admin");
  await type("captcha", "aB3dE");
}

const alert = () => place.querySelector("[role=alert]")?.textContent ?? "";

test("it offers the default tenant, and inputs that password managers know", () => {
  expect(input("tenant").value).toBe("000000");
  expect([input("username").autocomplete, input("password").autocomplete]).toEqual(["username", "current-password"]);
  expect(input("password").type).toBe("password");
});

test("what is missing is said at its field, and nothing is sent", async () => {
  await type("username", "admin");
  await submit(() => place.querySelector(".login-missing") !== null);
  expect([...place.querySelectorAll(".login-missing")].map((message) => message.textContent)).toEqual(["请输入密码", "请输入验证码"]);
  expect(input("password").getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(input("password"));
  expect(tokenCalls).toEqual([]);
});

test("the password travels as its hash in a form, never in the address, with tenant and captcha in the headers", async () => {
  tokenAnswer = {
    status: 200,
    body: {
      access_token: "a",
      refresh_token: "r",
      tenant_id: "000000",
      user_id: "1",
      account: "admin",
      real_name: "管理员",
      role_name: "administrator",
    },
  };
  await fill();
  await submit(isSignedIn);
  const [call] = tokenCalls;
  expect(call?.url.search).toBe("");
  expect(call?.form).toMatchObject({
    username: "admin",
    password: "21232f297a57a5a743894a0e4a801fc3",
    grant_type: "captcha",
    tenantId: "000000",
  });
  expect([call?.headers.get("Tenant-Id"), call?.headers.get("Captcha-Key"), call?.headers.get("Captcha-Code")]).toEqual([
    "000000",
    "key-1",
    "aB3dE",
  ]);
  expect(session()).toMatchObject({ accessToken: "a", user: { name: "管理员" } });
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

test("tenant and account are remembered for the next time, the password never", async () => {
  tokenAnswer = { status: 200, body: { access_token: "a", refresh_token: "r", tenant_id: "000000" } };
  await fill();
  await submit(isSignedIn);
  expect(readStored("lastSignIn")?.content).toEqual({ tenantId: "000000", account: "admin" });
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain('"password"');
});

test("a refusal is shown once, a new picture is fetched, and nothing is stored", async () => {
  tokenAnswer = { status: 400, body: { error: "invalid_grant", error_description: "验证码不正确" } };
  await fill();
  await submit(isRefused);
  expect(alert()).toBe("验证码不正确");
  expect(pictures).toBe(2);
  expect(input("captcha").value).toBe("");
  expect(input("password").value).toBe("admin");
  expect([session(), readStored("token"), readStored("lastSignIn")]).toEqual([undefined, undefined, undefined]);
  await submit(() => alert() === "");
  expect(place.querySelector(".login-missing")?.textContent).toBe("请输入验证码");
});

test("a click on the picture fetches another one", async () => {
  await act(async () => place.querySelector<HTMLButtonElement>(".login-captcha")?.click());
  expect(pictures).toBe(2);
});

test("the password can be looked at", async () => {
  await act(async () => place.querySelector<HTMLButtonElement>(".login-reveal")?.click());
  expect(input("password").type).toBe("text");
});

test("the whole page speaks English at once, and keeps what was typed", async () => {
  await type("username", "lina");
  await act(() => changeLanguage("en"));
  expect(place.querySelector("h1")?.textContent).toBe("Welcome back");
  expect(document.documentElement.lang).toBe("en");
  expect(input("username").value).toBe("lina");
  await act(() => changeLanguage("zh"));
  expect(document.documentElement.lang).toBe("zh-CN");
});
