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
import { createCallCounts } from "./call-counts.ts";
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

/** What a database would do. */
function countsOfAll() {
  const stored = new Map<string, number>();
  let reports = 0;
  return {
    add: async (subject: string, minute: number, calls: number) => {
      reports += 1;
      const key = `${subject} ${minute}`;
      stored.set(key, (stored.get(key) ?? 0) + calls);
      return stored.get(key) ?? 0;
    },
    reports: () => reports,
  };
}

const unexpected = (error: unknown): never => {
  throw error;
};

describe("calls per minute", () => {
  const tooMany = refusal(429, "tooManyCalls", ["操作过于频繁，请稍后再试", "Too many requests; try again in a minute"]);
  function limited({ publicCalls = 2, ownCalls = 3 } = {}) {
    let now = 600_000;
    const countCall = createCallCounts(
      clockOf(() => now),
      countsOfAll().add,
      unexpected,
    );
    return { ...createCallLimits(countCall, { publicCalls, ownCalls }), pass: (milliseconds: number) => (now += milliseconds) };
  }

  it("are no more than the limit in a process whose reports failed for a while", async () => {
    const { add } = countsOfAll();
    let isAway = true;
    const countCall = createCallCounts(
      clockOf(() => 600_000),
      async (subject, minute, calls) => {
        if (isAway) throw new Error("the disk is full");
        return add(subject, minute, calls);
      },
      () => undefined,
    );
    let admitted = 0;
    const callFor = async (turns: number) => {
      for (let turn = 0; turn < turns; turn += 1) admitted += (await countCall("7", 100)) ? 1 : 0;
    };
    await callFor(80);
    isAway = false;
    await callFor(200);
    expect(admitted).toBe(100);
  });

  it("are counted for each caller, up to the limit, and begin anew in the next minute", async () => {
    const { countOwnCall, pass } = limited();
    for (let turn = 0; turn < 3; turn += 1) await countOwnCall("7");
    await expect(countOwnCall("7")).rejects.toEqual(tooMany);
    await countOwnCall("8");
    pass(59_999);
    await expect(countOwnCall("7")).rejects.toEqual(tooMany);
    pass(1);
    await expect(countOwnCall("7")).resolves.toBeUndefined();
  });

  it("of people and of addresses are counted apart", async () => {
    const { countOwnCall, countPublicCall } = limited();
    for (let turn = 0; turn < 2; turn += 1) await countPublicCall("10.0.0.1");
    await expect(countPublicCall("10.0.0.1")).rejects.toEqual(tooMany);
    await expect(countOwnCall("10.0.0.1")).resolves.toBeUndefined();
  });

  it("are as many as a screen needs by default", async () => {
    const countCall = createCallCounts(
      clockOf(() => 0),
      countsOfAll().add,
      unexpected,
    );
    const { countOwnCall, countPublicCall } = createCallLimits(countCall);
    for (let turn = 0; turn < defaultPublicCalls; turn += 1) await countPublicCall("10.0.0.1");
    await expect(countPublicCall("10.0.0.1")).rejects.toEqual(tooMany);
    for (let turn = 0; turn < defaultOwnCalls; turn += 1) await countOwnCall("7");
    await expect(countOwnCall("7")).rejects.toEqual(tooMany);
  });

  it("of many callers do not begin anew for who has called too often: the database knows", async () => {
    const { countPublicCall } = limited();
    for (let turn = 0; turn < 2; turn += 1) await countPublicCall("10.0.0.1");
    for (let number = 1; number <= 20_000; number += 1) await countPublicCall(`a${number}`);
    await expect(countPublicCall("10.0.0.1")).rejects.toEqual(tooMany);
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
  ])("of %s and %s are of one network: %s", async (one, other, isOne) => {
    const { countPublicCall } = limited({ publicCalls: 1 });
    await countPublicCall(one);
    const isCounted = await countPublicCall(other).then(
      () => false,
      () => true,
    );
    expect(isCounted).toBe(isOne);
  });
});

describe("calls of several processes", () => {
  const processes = (count: number) => {
    const { add, reports } = countsOfAll();
    const countCalls = Array.from({ length: count }, () =>
      createCallCounts(
        clockOf(() => 0),
        add,
        unexpected,
      ),
    );
    /** How many are admitted when all of them are called in turn, so many times each. */
    const admitted = async (calls: number, limit: number) => {
      let number = 0;
      for (let turn = 0; turn < calls; turn += 1) for (const countCall of countCalls) if (await countCall("7", limit)) number += 1;
      return number;
    };
    return { admitted, reports };
  };

  it.each([
    [2, 4],
    [4, 4],
    [4, 9],
  ])("of %i processes are together no more than a small limit: %i", async (count, limit) => {
    expect(await processes(count).admitted(20, limit)).toBe(limit);
  });

  it.each([
    [2, 600],
    [4, 600],
    [4, 3000],
  ])("of %i processes are together hardly more than a limit of %i, and few of them ask", async (count, limit) => {
    const { admitted, reports } = processes(count);
    const number = await admitted(limit, limit);
    expect(number).toBeGreaterThanOrEqual(limit);
    expect(number).toBeLessThanOrEqual(limit * (1 + count / 10));
    expect(reports()).toBeLessThanOrEqual(10 + 2 * count);
  });

  it("below a tenth of the limit ask nothing, and what is refused asks nothing any more", async () => {
    const { admitted, reports } = processes(1);
    expect(await admitted(60, 600)).toBe(60);
    expect(reports()).toBe(0);
    expect(await admitted(1000, 600)).toBe(540);
    const before = reports();
    expect(await admitted(1000, 600)).toBe(0);
    expect(reports()).toBe(before);
  });

  it("that come at the same time in all of them are together no more than a small limit", async () => {
    const { add } = countsOfAll();
    const answers: (() => void)[] = [];
    /** The database answers each process when the others have asked as well. */
    const slowly: typeof add = async (...calls) => {
      const total = await add(...calls);
      await new Promise<void>((resolve) => {
        answers.push(resolve);
        if (answers.length === 2) for (const answer of answers.splice(0)) answer();
      });
      return total;
    };
    const countCalls = [1, 2].map(() =>
      createCallCounts(
        clockOf(() => 0),
        slowly,
        unexpected,
      ),
    );
    const admitted = await Promise.all(countCalls.flatMap((countCall) => [1, 2, 3, 4, 5].map(() => countCall("7", 8))));
    expect(admitted.filter(Boolean)).toHaveLength(8);
  });

  it("that come at the same time report together", async () => {
    const { add, reports } = countsOfAll();
    const countCall = createCallCounts(
      clockOf(() => 0),
      add,
      unexpected,
    );
    const admitted = await Promise.all(Array.from({ length: 50 }, () => countCall("7", 20)));
    expect(admitted.filter(Boolean)).toHaveLength(20);
    expect(reports()).toBeLessThanOrEqual(2);
  });

  it("are counted in one process where the database cannot be written to", async () => {
    const failures: unknown[] = [];
    const fault = new Error("the disk is full");
    const countCall = createCallCounts(
      clockOf(() => 0),
      () => Promise.reject(fault),
      (error) => failures.push(error),
    );
    const admitted: boolean[] = [];
    for (let turn = 0; turn < 5; turn += 1) admitted.push(await countCall("7", 4));
    expect(admitted).toEqual([true, true, true, true, false]);
    expect(failures).toEqual([fault, fault, fault, fault]);
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
