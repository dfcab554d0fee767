// @vitest-environment happy-dom
// Signing out takes the browser's log along, and forgets only what the server says it has (docs/specification.md §4, §7).
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { beginSession, session } from "#admin/api/session.ts";
import { startLanguage } from "#admin/i18n/index.ts";
import { clearLog, logEntries, recordError } from "#admin/log/local-log.ts";
import { authProvider } from "#admin/data/providers/auth-provider.ts";

const sent: { readonly url: string; readonly body: unknown }[] = [];
let answer: () => Response | Promise<Response>;

const answered = (data: unknown) => () => Response.json({ code: 200, success: true, data, msg: "操作成功" });

beforeAll(() => startLanguage());

beforeEach(() => {
  sent.length = 0;
  clearLog();
  vi.stubGlobal("fetch", async (url: string, { body }: RequestInit) => {
    sent.push({ url, body: JSON.parse(String(body)) });
    return answer();
  });
  beginSession({
    accessToken: "token-1",
    refreshToken: "refresh-1",
    tenantId: "100001",
    user: { userId: "1", account: "zhangwei", name: "张伟", roleAliases: [], avatar: "", deptId: "", roleId: "", ext: "" },
  });
  for (const message of ["first", "second"]) recordError({ message, stack: "", info: "" });
});

afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

test("the log goes along, and is forgotten once the server has all of it", async () => {
  answer = answered({ count: 2 });
  await authProvider.logout({});
  expect(sent).toMatchObject([
    {
      url: "/api/blade-auth/oauth/logout",
      body: [
        { type: "error", message: "second" },
        { type: "error", message: "first" },
      ],
    },
  ]);
  expect(logEntries()).toEqual([]);
  expect(session()).toBeUndefined();
});

test.each([
  ["a server that says nothing of it", answered({})],
  ["a server that has kept a part", answered({ count: 1 })],
  ["a server that is out of order", () => new Response("", { status: 502 })],
  ["no way to the server", () => Promise.reject(new TypeError("Failed to fetch"))],
])("%s leaves the log where it is, and the person leaves all the same", async (_what, given) => {
  answer = given;
  await authProvider.logout({});
  expect(logEntries()).toHaveLength(2);
  expect(session()).toBeUndefined();
});

test("whoever signs out of a provider as well is sent there, once they are signed out here", async () => {
  const assign = vi.spyOn(location, "assign").mockImplementation(() => expect(session()).toBeUndefined());
  answer = answered({ endSessionAddress: "https://id.example.com/logout?client_id=tracemark" });
  await authProvider.logout({});
  expect(assign.mock.calls).toEqual([["https://id.example.com/logout?client_id=tracemark"]]);
});
