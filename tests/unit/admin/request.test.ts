// @vitest-environment happy-dom
// The one way to call the server: headers, envelope, failures, and a session that ends or is renewed once for all calls
// (docs/specification.md §4, §7, §8).
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ApiFailure } from "#admin/api/failure.ts";
import { switchTo } from "#admin/api/token-exchange.ts";
import { download } from "#admin/api/download.ts";
import { request } from "#admin/api/request.ts";
import { beginSession, endSession, onSession, session, sessionEnd, type Session } from "#admin/api/session.ts";
import { readStored } from "#admin/browser/storage.ts";
import { queryString } from "#admin/api/transport.ts";
import { startLanguage } from "#admin/i18n/index.ts";

interface Call {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly method: string;
  readonly body: unknown;
}

const calls: Call[] = [];
let answer: (
  call: Call,
) => { readonly status?: number; readonly body: unknown } | Promise<{ readonly status?: number; readonly body: unknown }>;

const person: Session = {
  accessToken: "token-1",
  refreshToken: "refresh-1",
  tenantId: "100001",
  user: { userId: "1", account: "zhangwei", name: "张伟", roleAliases: ["admin"], avatar: "", deptId: "", roleId: "", ext: "" },
};

const ok = (data: unknown) => ({ body: { code: 200, success: true, data, msg: "操作成功" } });

beforeAll(() => startLanguage());

beforeEach(() => {
  calls.length = 0;
  answer = () => ok({});
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const call = {
      url,
      headers: Object.fromEntries([...new Headers(init.headers)].map(([name, value]) => [name.toLowerCase(), value])),
      method: init.method ?? "GET",
      body: init.body,
    };
    calls.push(call);
    const { status = 200, body } = await answer(call);
    return new Response(typeof body === "string" ? body : JSON.stringify(body), { status });
  });
  beginSession(person);
});

afterEach(() => {
  endSession("signed-out");
  localStorage.clear();
  vi.unstubAllGlobals();
});

async function failureOf(promise: Promise<unknown>): Promise<ApiFailure> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiFailure)) throw new Error("the call did not fail");
  return error;
}

test("every call carries the client, the token, the language and the prefix", async () => {
  answer = () => ok([{ id: "1" }]);
  expect(await request("GET", "/digit-bind/factory/list", { query: { current: 1, size: 10, name: "酒", status: "" } })).toEqual([
    { id: "1" },
  ]);
  expect(calls[0]).toMatchObject({
    url: "/api/digit-bind/factory/list?current=1&size=10&name=%E9%85%92",
    method: "GET",
    headers: { authorization: `Basic ${btoa("saber:saber_secret")}`, "blade-auth": "bearer token-1", "accept-language": "zh-CN" },
  });
});

test("arrays travel comma-joined and empty values not at all", () => {
  expect(queryString({ ids: ["1", "2"], none: null, empty: "", list: [] })).toBe("?ids=1%2C2");
  expect(queryString({})).toBe("");
});

test("a refusal carries its code, its sentence and the fields that are wrong", async () => {
  const issues = [{ code: "duplicate", path: ["code"], parameters: {}, message: "工厂编号已存在" }];
  answer = () => ({ status: 400, body: { code: 400, success: false, msg: "工厂编号已存在", data: { error: "invalid", issues } } });
  const failure = await failureOf(request("POST", "/x/submit", { body: {} }));
  expect(failure).toMatchObject({ status: 400, code: 400, error: "invalid", message: "工厂编号已存在", issues });
});

test("a code in the body counts although the status says that all is well", async () => {
  answer = () => ({ status: 200, body: { code: 400, success: false, data: null, msg: "操作失败" } });
  expect(await failureOf(request("POST", "/x/remove"))).toMatchObject({ status: 200, code: 400, message: "操作失败" });
});

test("an answer without a sentence is an unknown error, in the reader's language", async () => {
  answer = () => ({ status: 500, body: {} });
  expect(await failureOf(request("GET", "/x"))).toMatchObject({ code: 500, message: "未知错误" });
});

test("a page of a proxy, a lost connection and a slow server are told apart", async () => {
  answer = () => ({ status: 502, body: "<html>" });
  expect(await failureOf(request("GET", "/x"))).toMatchObject({ error: "unreadable", code: 502 });
  answer = () => Promise.reject(new TypeError("Failed to fetch"));
  expect(await failureOf(request("GET", "/x"))).toMatchObject({ error: "network", code: 0 });
  answer = () => Promise.reject(new DOMException("slow", "TimeoutError"));
  expect(await failureOf(request("GET", "/x"))).toMatchObject({ error: "timeout", code: 0 });
});

test("a call that the page gave up is nobody's failure", async () => {
  const controller = new AbortController();
  answer = () => {
    controller.abort();
    return Promise.reject(new DOMException("gone", "AbortError"));
  };
  expect((await failureOf(request("GET", "/x", { signal: controller.signal }))).silent).toBe(true);
});

test("ten answers 401 in the body end the session once", async () => {
  const ends = vi.fn<() => void>();
  const stop = onSession(() => session() === undefined && ends());
  answer = () => ({ status: 200, body: { code: 401, success: false, data: null, msg: "请求未授权" } });
  const failures = await Promise.all(Array.from({ length: 10 }, () => failureOf(request("GET", "/x"))));
  expect(failures.every((failure) => failure.code === 401)).toBe(true);
  expect(ends).toHaveBeenCalledTimes(1);
  expect([session(), sessionEnd(), readStored("token")]).toEqual([undefined, "expired", undefined]);
  stop();
});

test("a missing right does not sign anybody out", async () => {
  answer = () => ({ status: 403, body: { code: 403, success: false, data: { error: "forbidden" }, msg: "请求被拒绝" } });
  expect(await failureOf(request("GET", "/x"))).toMatchObject({ code: 403, error: "forbidden" });
  expect(session()).toEqual(person);
});

test("an answer 401 to a token that was replaced meanwhile says nothing about the new one", async () => {
  answer = () => {
    beginSession({ ...person, accessToken: "token-2" });
    return { status: 200, body: { code: 401, success: false, data: null, msg: "请求未授权" } };
  };
  await failureOf(request("GET", "/x"));
  expect(session()?.accessToken).toBe("token-2");
});

test("an old token is renewed once for all calls, which then use the new one", async () => {
  beginSession(person, Date.now() - 3_000_000);
  answer = ({ url }) =>
    url.includes("oauth/token")
      ? {
          body: {
            access_token: "token-2",
            refresh_token: "refresh-2",
            tenant_id: "100001",
            user_id: "1",
            account: "zhangwei",
            real_name: "张伟",
            role_name: "admin",
          },
        }
      : ok({});
  await Promise.all(Array.from({ length: 5 }, () => request("GET", "/x")));
  const [renewal, ...others] = calls;
  expect(Object.fromEntries(new URLSearchParams(String(renewal?.body)))).toMatchObject({
    grant_type: "refresh_token",
    refresh_token: "refresh-1",
    tenantId: "100001",
  });
  expect(renewal?.headers["tenant-id"]).toBe("100001");
  expect(others.map((call) => call.headers["blade-auth"])).toEqual(Array.from({ length: 5 }, () => "bearer token-2"));
});

test("a refresh token that is refused ends the session, a server that is out of order does not", async () => {
  beginSession(person, Date.now() - 3_000_000);
  answer = ({ url }) => (url.includes("oauth/token") ? { status: 503, body: {} } : ok({}));
  await request("GET", "/x");
  expect(session()?.accessToken).toBe("token-1");
  answer = ({ url }) =>
    url.includes("oauth/token") ? { status: 400, body: { error: "invalid_grant", error_description: "令牌已失效" } } : ok({});
  await request("GET", "/x");
  expect([session(), sessionEnd()]).toEqual([undefined, "expired"]);
});

test("switching sends department and role with the refresh token, and a refusal leaves everything as it was", async () => {
  answer = () => ({ status: 400, body: { error: "invalid_grant", error_description: "所选部门或角色不属于当前账号" } });
  expect(await switchTo({ deptId: "3", roleId: "9" })).toBe("所选部门或角色不属于当前账号");
  expect(session()).toEqual(person);
  answer = () => ({
    body: {
      access_token: "token-2",
      refresh_token: "refresh-2",
      tenant_id: "100001",
      user_id: "1",
      account: "zhangwei",
      real_name: "张伟",
      role_name: "clerk",
      dept_id: "3",
      role_id: "4",
    },
  });
  expect(await switchTo({ deptId: "3", roleId: "4" })).toBe("");
  expect(calls.at(-1)?.headers).toMatchObject({ "dept-id": "3", "role-id": "4", "tenant-id": "100001" });
  expect(Object.fromEntries(new URLSearchParams(String(calls.at(-1)?.body)))).toMatchObject({
    grant_type: "refresh_token",
    refresh_token: "refresh-1",
  });
  expect(session()).toMatchObject({ accessToken: "token-2", user: { deptId: "3", roleId: "4", roleAliases: ["clerk"] } });
});

test("a renewal by age sends no department and no role", async () => {
  beginSession(person, Date.now() - 3_000_000);
  answer = () => ok({});
  await request("GET", "/x");
  expect(Object.keys(calls[0]?.headers ?? {})).not.toContain("role-id");
});

test("a list, a download and a write that fail with 401 at once end the session once", async () => {
  const ends = vi.fn<() => void>();
  const stop = onSession(() => session() === undefined && ends());
  answer = () => ({ status: 401, body: { code: 401, success: false, data: null, msg: "请求未授权" } });
  await Promise.all([failureOf(request("GET", "/x")), failureOf(download("/y")), failureOf(request("POST", "/z", { body: {} }))]);
  expect(ends).toHaveBeenCalledTimes(1);
  stop();
});

test("tokens are kept as the specification says: content, type, time, and as cookies", () => {
  expect(readStored("token")).toMatchObject({ content: "token-1", dataType: "string" });
  expect(readStored("userInfo")).toMatchObject({ content: person.user, dataType: "object" });
  expect(Number(readStored("token")?.datetime)).toBeGreaterThan(Date.now() - 10_000);
  expect(document.cookie).toContain("tracemark-access-token=token-1");
  expect(document.cookie).toContain("tracemark-refresh-token=refresh-1");
});

const keyOf = (index: number): string | undefined => calls[index]?.headers["idempotency-key"];

test("a write has a key of its own, reads and files have none", async () => {
  await request("POST", "/x/submit", { body: { name: "a" } });
  await request("POST", "/x/submit", { body: { name: "a" } });
  await request("GET", "/x/list");
  await request("POST", "/x/put-file", { body: new FormData() });
  expect([keyOf(0), keyOf(1)]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.stringMatching(/^[0-9a-f]{32}$/)]);
  expect(keyOf(0)).not.toBe(keyOf(1));
  expect([keyOf(2), keyOf(3)]).toEqual([undefined, undefined]);
});

test.each<[string, () => ReturnType<typeof answer>]>([
  ["the connection is lost", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["nothing comes in time", () => Promise.reject(new DOMException("late", "TimeoutError"))],
  ["a proxy answers", () => ({ status: 502, body: "<html>Bad gateway</html>" })],
  ["the server does not know", () => ({ status: 503, body: { code: 503, data: { error: "outcomeUnknown" }, msg: "?" } })],
  ["the first one is still running", () => ({ status: 409, body: { code: 409, data: { error: "idempotencyKeyInUse" }, msg: "?" } })],
])("a write that is sent again has the key of the first one where %s", async (_case, unanswered) => {
  const body = { name: _case };
  answer = unanswered;
  await failureOf(request("POST", "/x/submit", { body }));
  await failureOf(request("POST", "/x/submit", { body }));
  answer = () => ok({ id: "1" });
  await request("POST", "/x/submit", { body: { name: "other" } });
  await request("POST", "/x/submit", { body });
  await request("POST", "/x/submit", { body });
  expect([keyOf(1), keyOf(3)]).toEqual([keyOf(0), keyOf(0)]);
  // Another content, and the same once it was answered, are writes of their own.
  expect(new Set([keyOf(0), keyOf(2), keyOf(4)]).size).toBe(3);
});

test("a write that was refused has another key when it is sent again, and so has one after five minutes", async () => {
  answer = () => ({ status: 400, body: { code: 400, data: { error: "invalid" }, msg: "?" } });
  await failureOf(request("POST", "/x/submit", { body: 1 }));
  answer = () => Promise.reject(new TypeError("Failed to fetch"));
  await failureOf(request("POST", "/x/submit", { body: 1 }));
  expect(keyOf(1)).not.toBe(keyOf(0));
  const later = performance.now() + 300_001;
  vi.spyOn(performance, "now").mockReturnValue(later);
  await failureOf(request("POST", "/x/submit", { body: 1 }));
  vi.restoreAllMocks();
  expect(keyOf(2)).not.toBe(keyOf(1));
});
