// Who may call how often, and what a call needs before it reaches a row: each refusal by its clause and its sentence.
import type { FastifyRequest } from "fastify";
import { describe, expect, it } from "vitest";
import { text } from "#schema";
import { loadedModel, resourceIn } from "../../../tests/support/loaded-model.ts";
import type { CallerWithRights } from "../auth/callers.ts";
import type { Caller } from "../caller/caller.ts";
import type { AccessRule } from "../caller/rule.ts";
import { clockOf } from "../store/clock.ts";
import type { Database } from "../store/database.ts";
import { clientLimitOf } from "./client-limits.ts";
import { createCallLimits, defaultOwnCalls, defaultPublicCalls } from "./call-limits.ts";
import { requireCaptcha } from "./captcha-proof.ts";
import { requireFactor } from "./factor-due.ts";
import { requireAccess } from "./guard.ts";
import type { MenuForest } from "./menu-forest.ts";
import { isFrameRoute, requireOwnPassword } from "./password-due.ts";
import { pathBelow } from "./route-path.ts";
import { entriesOfToken, refusalOfToken } from "./token-limits.ts";

const refusal = (status: number, code: string, sentence: readonly [string, string], details: object = {}) =>
  expect.objectContaining({ status, code, text: sentence, details });

describe("calls per minute", () => {
  const tooMany = refusal(429, "tooManyCalls", ["操作过于频繁，请稍后再试", "Too many requests; try again in a minute"]);
  function limited({ publicCalls = 2, ownCalls = 3 } = {}) {
    let now = 600_000;
    const limits = createCallLimits(
      clockOf(() => now),
      { publicCalls, ownCalls },
    );
    return { ...limits, pass: (milliseconds: number) => (now += milliseconds) };
  }

  it("are counted for each caller, up to the limit, and begin anew in the next minute", () => {
    const { countOwnCall, pass } = limited();
    for (let turn = 0; turn < 3; turn += 1) countOwnCall("7");
    expect(() => countOwnCall("7")).toThrow(tooMany);
    expect(() => countOwnCall("8")).not.toThrow();
    pass(59_999);
    expect(() => countOwnCall("7")).toThrow(tooMany);
    pass(1);
    expect(() => countOwnCall("7")).not.toThrow();
  });

  it("of people and of addresses are counted apart", () => {
    const { countOwnCall, countPublicCall } = limited();
    for (let turn = 0; turn < 2; turn += 1) countPublicCall("10.0.0.1");
    expect(() => countPublicCall("10.0.0.1")).toThrow(tooMany);
    expect(() => countOwnCall("10.0.0.1")).not.toThrow();
  });

  it("are as many as a screen needs by default", () => {
    const { countOwnCall, countPublicCall } = createCallLimits(clockOf(() => 0));
    for (let turn = 0; turn < defaultPublicCalls; turn += 1) countPublicCall("10.0.0.1");
    expect(() => countPublicCall("10.0.0.1")).toThrow(tooMany);
    for (let turn = 0; turn < defaultOwnCalls; turn += 1) countOwnCall("7");
    expect(() => countOwnCall("7")).toThrow(tooMany);
  });

  it("of more callers than are remembered begin anew for all of them", () => {
    const { countPublicCall } = limited();
    for (let turn = 0; turn < 2; turn += 1) countPublicCall("10.0.0.1");
    for (let number = 1; number < 20_000; number += 1) countPublicCall(`a${number}`);
    expect(() => countPublicCall("10.0.0.1")).not.toThrow();
  });

  it.each([
    ["2001:db8:1:2::1", "2001:db8:1:2:a:b:c:d", true],
    ["2001:db8:1:2::1", "2001:db8:1:2:a::7", true],
    ["2001:db8::1", "2001:db8:0:0:1::", true],
    ["::1", "0:0:0:0:9:9:9:9", true],
    ["2001:db8:1:2::1", "2001:db8:1:3::1", false],
    ["2001:db8::1", "2001:db8:0:1::1", false],
    ["::ffff:10.0.0.1", "::ffff:10.0.0.2", false],
    ["10.0.0.1", "10.0.0.2", false],
    ["1:2:3:4:5:6:7:8", "1:2:3:4:8:7:6:5", true],
    ["1:2:3:4:5:6:7:8", "1:2:3:5:5:6:7:8", false],
  ])("of %s and %s are of one network: %s", (one, other, isOne) => {
    const { countPublicCall } = limited({ publicCalls: 1 });
    countPublicCall(one);
    const isCounted = (): boolean => {
      try {
        countPublicCall(other);
        return false;
      } catch {
        return true;
      }
    };
    expect(isCounted()).toBe(isOne);
  });
});

describe("a captcha", () => {
  it.each([
    {
      what: "is asked for where none is answered",
      captcha: undefined,
      sentence: ["操作过于频繁，请输入验证码后继续", "Too many requests: enter the verification code to continue"],
    },
    {
      what: "is asked for where the headers lack one",
      captcha: async () => undefined,
      sentence: ["操作过于频繁，请输入验证码后继续", "Too many requests: enter the verification code to continue"],
    },
    { what: "that is wrong is refused", captcha: async () => false, sentence: ["验证码不正确", "The verification code is not right"] },
  ] as const)("$what", async ({ captcha, sentence }) => {
    await expect(requireCaptcha({ captcha })).rejects.toEqual(refusal(429, "captchaNeeded", sentence));
  });

  it("that is right opens the call", async () => {
    await expect(requireCaptcha({ captcha: async () => true })).resolves.toBeUndefined();
  });
});

const requestOf = (url: string | undefined, params: object = {}) => ({ routeOptions: { url }, params }) as unknown as FastifyRequest; // what is looked at
const personWith = (person: Partial<CallerWithRights["person"]>, requiresFactor = false) =>
  ({ person, requiresFactor }) as unknown as CallerWithRights; // what is looked at

describe("who must change a password", () => {
  const frame = [
    "/blade-user/update-password",
    "/blade-auth/oauth/user-info",
    "/blade-user/info",
    "/blade-system/menu/routes",
    "/blade-system/menu/buttons",
    "/blade-system/menu/top-menu",
  ];

  it.each(frame)("may call %s", (path) => {
    expect(isFrameRoute(`/api${path}`)).toBe(true);
    expect(() => requireOwnPassword(requestOf(`/api${path}`), personWith({ mustChangePassword: true }))).not.toThrow();
  });

  it.each(["/api/blade-user/page", "/blade-user/info", undefined])("may not call %s", (path) => {
    expect(() => requireOwnPassword(requestOf(path), personWith({ mustChangePassword: true }))).toThrow(
      refusal(403, "mustChangePassword", ["请先修改初始密码", "Please change your initial password first"]),
    );
    expect(() => requireOwnPassword(requestOf(path), personWith({ mustChangePassword: false }))).not.toThrow();
  });
});

describe("who must set up a second factor", () => {
  const due = personWith({ hasSecondFactor: false }, true);
  const open = ["", "/begin", "/confirm", "/text/begin", "/text/confirm"].map((step) => `/api/blade-auth/oauth/second-factor${step}`);

  it.each([...open, "/api/blade-user/info"])("may call %s", (path) => {
    expect(() => requireFactor(requestOf(path), due)).not.toThrow();
  });

  it.each(["/api/blade-user/page", "/api/blade-auth/oauth/second-factor/remove", undefined])("may not call %s", (path) => {
    expect(() => requireFactor(requestOf(path), due)).toThrow(
      refusal(403, "mustSetUpFactor", ["请先设置双因素验证", "Please set up your second factor first"]),
    );
  });

  it.each([
    { what: "nobody asks", person: personWith({ hasSecondFactor: false }, false) },
    { what: "there is one", person: personWith({ hasSecondFactor: true }, true) },
  ])("calls everything where $what", ({ person }) => {
    expect(() => requireFactor(requestOf("/api/blade-user/page"), person)).not.toThrow();
  });
});

describe("the path of a call", () => {
  it.each([
    ["/api/digit-bind/factory/list", {}, "/digit-bind/factory/list"],
    ["/api/digit-bind/factory/close/:id", { id: "7" }, "/digit-bind/factory/close/7"],
    ["/api/files/:tenant/*", { tenant: "100001", "*": "a/b.png" }, "/files/100001/a/b.png"],
    ["/api/files/:tenant", {}, "/files/:tenant"],
    ["/api/files/*", null, "/files/*"],
    [undefined, {}, ""],
  ])("%s with %j is %s", (route, params, path) => {
    expect(pathBelow("/api", requestOf(route, params as object))).toBe(path);
  });
});

describe("the paths of a client", () => {
  const now = "2025-03-12 12:00:00";
  const limitOf = (...rows: readonly object[]) =>
    clientLimitOf({ authentication: { read: async () => [{ rows }] } } as unknown as Database, { tenantId: "100001" }, "saber"); // what is called

  it("limit nothing where a tenant names none", async () => {
    expect(await limitOf()).toBeUndefined();
  });

  it.each([
    { what: "for ever", expire_time: null, mayCall: true },
    { what: "until tomorrow", expire_time: "2025-03-13 12:00:00", mayCall: true },
    { what: "until now", expire_time: now, mayCall: false },
    { what: "until yesterday", expire_time: "2025-03-11 12:00:00", mayCall: false },
  ])("that are open $what", async ({ expire_time, mayCall }) => {
    const limit = await limitOf({ paths: ["/digit-bind/**", "no pattern"], expire_time });
    expect([limit?.("/digit-bind/factory/list", now), limit?.("/blade-user/page", now)]).toEqual([mayCall, false]);
  });

  it("are those of all that a tenant names", async () => {
    const limit = await limitOf({ paths: ["/a/*"], expire_time: null }, { paths: ["/b/*", "/c/*"], expire_time: null });
    expect(["/a/1", "/b/1", "/c/1", "/d/1"].map((path) => limit?.(path, now))).toEqual([true, true, true, false]);
  });
});

describe("an API token", () => {
  const forest = {
    byId: new Map(
      ["factory", "api-token", "apitoken_view", "apitoken_create", "apitoken_grant", "apitoken_revoke", "user_reset", "session_end"].map(
        (code, index) => [String(index), { code }],
      ),
    ),
  } as unknown as MenuForest; // what is looked at

  it("has what was chosen for it of what its account has, and never what makes further access", () => {
    const all = new Set(forest.byId.keys());
    expect([...entriesOfToken(forest, all, [...all])]).toEqual(["0"]);
    expect([...entriesOfToken(forest, new Set(["1"]), ["0"])]).toEqual([]);
    expect([...entriesOfToken(forest, new Set(["0", "9"]), ["0", "9"])]).toEqual(["0", "9"]);
  });

  it.each([
    ["signed-in", true],
    ["administrator", true],
    ["anybody", false],
    ["readers", false],
    ["viewers", false],
    ["holders", false],
  ])("that calls what is open to %s is refused: %s", (to, isRefused) => {
    const answer = refusalOfToken({ to } as AccessRule); // whose further members do not matter
    expect(answer).toEqual(
      isRefused ? refusal(403, "forbidden", ["API令牌不能调用此接口", "This call cannot be made with an API token"]) : undefined,
    );
  });
});

describe("a missing right", () => {
  const parcel = resourceIn(
    loadedModel([
      { name: "parcel", label: ["包裹", "Parcel"], path: "/digit-bind/parcel", title: "code", fields: { code: text("编号", "Code") } },
    ]),
    "parcel",
  );
  const caller = (more: Partial<Caller>) => ({ isAdministrator: false, permissions: new Set(), ...more }) as unknown as Caller; // what is looked at

  it.each([
    {
      what: "to see the rows",
      rule: { to: "readers", resource: parcel },
      sentence: ["没有“包裹”的访问权限，请联系管理员", "You have no access to “Parcel”; ask your administrator"],
      permission: "parcel",
    },
    {
      what: "to open one",
      rule: { to: "viewers", resource: parcel },
      sentence: ["没有“包裹”的“查看”权限，请联系管理员", "You do not have the right “View” of “Parcel”; ask your administrator"],
      permission: "parcel_view",
    },
    {
      what: "that has a name",
      rule: { to: "holders", resource: parcel, permission: "parcel_add" },
      sentence: ["没有“包裹”的“新增”权限，请联系管理员", "You do not have the right “Add” of “Parcel”; ask your administrator"],
      permission: "parcel_add",
    },
    {
      what: "without a name",
      rule: { to: "holders", resource: parcel, permission: "parcel_other" },
      sentence: ["请求被拒绝", "You are not allowed to do this"],
      permission: "parcel_other",
    },
  ] as const)("$what is named", ({ rule, sentence, permission }) => {
    expect(() => requireAccess(rule, caller({}))).toThrow(refusal(403, "forbidden", sentence, { data: { permission } }));
    expect(() => requireAccess(rule, caller({ permissions: new Set([permission]) }))).not.toThrow();
    expect(() => requireAccess(rule, caller({ isAdministrator: true }))).not.toThrow();
  });

  it("of the platform's administrator is said as such", () => {
    expect(() => requireAccess({ to: "administrator" }, caller({}))).toThrow(
      refusal(403, "forbidden", ["仅平台管理员可以执行此操作", "Only the platform's administrator may do this"]),
    );
  });
});
