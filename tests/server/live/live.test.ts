// What a browser is told while something happens (docs/wire.md §4.5): over real connections, of two processes over one database.
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { eventsIn } from "#admin/api/event-stream.ts";
import { isRecord } from "#schema/json";
import { basic, call, openTestServer, people, signIn, type OpenedServer, type Token, type Who } from "../auth/fixture.ts";
import { jobMessage, liveChannel } from "../../../src/server/store/live-messages.ts";
import { apiScope, dataScope, grantTo } from "../access/scope-fixture.ts";

let server: OpenedServer;
let other: FastifyInstance;
const addresses = new Map<FastifyInstance, string>();
const tokens = new Map<Who, Token>();

beforeAll(async () => {
  server = await openTestServer();
  other = await server.sibling();
  for (const app of [server.app, other]) addresses.set(app, await app.listen({ host: "127.0.0.1", port: 0 }));
});
afterAll(async () => {
  // The connections of refused calls, which this process would keep for others.
  for (const app of [other, server.app]) app.server.closeAllConnections();
  await server.close();
});
beforeEach(async () => {
  await server.grant();
  for (const who of ["admin", "clerk", "foreign"] as const) tokens.set(who, await signIn(server.app, who));
});

interface Told {
  readonly event: string;
  readonly data: unknown;
  readonly id: string;
}

/** A browser with a stream: what it was told, and how it goes. */
async function connect(app: FastifyInstance, who: Who, since = "") {
  const gone = new AbortController();
  const response = await fetch(`${addresses.get(app)}/api/blade-live/stream${since === "" ? "" : `?since=${since}`}`, {
    headers: { authorization: basic(), "blade-auth": `bearer ${tokens.get(who)?.access_token}` },
    signal: gone.signal,
  });
  const told: Told[] = [];
  let hasEnded = false;
  const reading = (async () => {
    if (response.body === null) throw new Error("the answer has no body");
    try {
      for await (const event of eventsIn(response.body)) told.push(event);
    } catch {
      // It went, or the server did.
    }
    hasEnded = true;
  })();
  const leave = async () => {
    gone.abort();
    await reading;
  };
  onTestFinished(leave);
  const of = (event: string) => told.filter((one) => one.event === event);
  return {
    status: response.status,
    type: response.headers.get("content-type"),
    leave,
    of,
    hasEnded: () => hasEnded,
    cursor: () => told.findLast(({ id }) => id !== "")?.id ?? "",
    /** Titles would say too much: keys of the rows it was told of. */
    rows: (resource: string) =>
      of("changes").flatMap(({ data }) =>
        (Array.isArray(data) ? data.filter(isRecord) : []).flatMap((one) => (one["resource"] === resource ? (one["ids"] as string[]) : [])),
      ),
  };
}

let made = 0;
async function addFactory(app: FastifyInstance = server.app, who: Who = "admin"): Promise<string> {
  made += 1;
  const payload = { code: `LIVE${made}`, name: `实时工厂${made}`, factoryType: 1, regionCode: "", status: 1 };
  const { body } = await call(app, tokens.get(who), "POST /digit-bind/factory/submit", { payload });
  expect(body.code).toBe(200);
  return String((body.data as { readonly id: string }).id);
}

describe("a stream", () => {
  test("tells of writes in any process, by whom and what, to those who may read the rows, and to nobody else", async () => {
    await server.grant("factory");
    const [admin, clerk, foreign] = [await connect(other, "admin"), await connect(other, "clerk"), await connect(other, "foreign")];
    expect([admin.status, admin.type]).toEqual([200, "text/event-stream; charset=utf-8"]);
    const id = await addFactory();
    await expect.poll(() => clerk.rows("factory")).toEqual([id]);
    await expect.poll(() => admin.rows("factory")).toEqual([id]);
    expect(admin.of("changes")[0]?.data).toEqual([
      {
        entry: expect.any(String),
        at: expect.any(Number),
        resource: "factory",
        action: "add",
        ids: [id],
        hasMore: false,
        userId: people.admin.id,
        name: "admin",
      },
    ]);
    // A later write that the other tenant is told of shows that nothing else was.
    const own = await addFactory(server.app, "foreign");
    await expect.poll(() => foreign.rows("factory")).toEqual([own]);
    expect(admin.rows("factory")).toEqual([id]);
    await server.grant("warehouse");
    server.pass(6_000);
    await addFactory();
    const warehouse = { code: `LW${made}`, name: "实时仓库", warehouseType: 1, status: 1 };
    expect((await call(server.app, tokens.get("admin"), "POST /digit-bind/warehouse/submit", { payload: warehouse })).body.code).toBe(200);
    await expect.poll(() => clerk.rows("warehouse").length).toBe(1);
    // The right was taken away between two writes.
    expect(clerk.rows("factory")).toEqual([id]);
  });

  test("tells of the rows alone that the person sees", async () => {
    const platform = await signIn(server.app, "platform");
    const scope = await dataScope(server.app, platform, { scopeClass: "factory", scopeType: "2", scopeColumn: "create_user" });
    await grantTo(server.app, platform, { menus: ["factory", "factory_add"], data: [scope] });
    const clerk = await connect(other, "clerk");
    const others = await addFactory();
    const own = await addFactory(server.app, "clerk");
    await expect.poll(() => clerk.rows("factory")).toEqual([own]);
    for (const ids of [others, own])
      expect((await call(server.app, tokens.get("admin"), "POST /digit-bind/factory/remove", { query: { ids } })).body.code).toBe(200);
    // They saw one of those that are gone.
    await expect.poll(() => clerk.rows("factory")).toEqual([own, own]);
    await grantTo(server.app, platform, {});
  });

  test("that breaks off goes on where it was, and tells nothing that was long ago", async () => {
    const first = await connect(other, "admin");
    const before = await addFactory();
    await expect.poll(() => first.rows("factory")).toEqual([before]);
    const cursor = first.cursor();
    await first.leave();
    const missed = [await addFactory(), await addFactory(other)];
    const second = await connect(server.app, "admin", cursor);
    await expect.poll(() => second.rows("factory")).toEqual(expect.arrayContaining(missed));
    const after = await addFactory();
    await expect.poll(() => second.rows("factory")).toContain(after);
    server.pass(3_700_000);
    tokens.set("admin", await signIn(server.app, "admin"));
    const third = await connect(server.app, "admin", cursor);
    await expect.poll(() => third.of("reset").length).toBe(1);
    expect(third.rows("factory")).toEqual([]);
  });

  test("tells of a write that nobody has told of, as after its process was killed", async () => {
    const admin = await connect(other, "admin");
    const id = await addFactory();
    await expect.poll(() => admin.rows("factory")).toEqual([id]);
    // Its log row alone: a process that is killed at its commit tells nothing.
    await server.database.owner.transaction((tx) =>
      tx.query({
        sql: `insert into log_usual (id, tenant_id, create_user, create_time, log_data)
          select id + 1, tenant_id, create_user, create_time, replace(log_data, $1, '424242') from log_usual where log_data like '%' || $1 || '%'`,
        parameters: [id],
      }),
    );
    await expect.poll(() => admin.rows("factory"), { timeout: 15_000 }).toEqual([id, "424242"]);
  });

  test("says that messages may have changed, to everybody or to the one who has one, and that a job has gone on, to the one who began it", async () => {
    await server.grant("factory", "factory_view");
    const [admin, clerk] = [await connect(other, "admin"), await connect(other, "clerk")];
    const notice = { title: "实时公告", category: 1, releaseTime: "2026-11-21 08:00:00", content: "内容" };
    expect((await call(server.app, tokens.get("admin"), "POST /blade-desk/notice/submit", { payload: notice })).body.code).toBe(200);
    await expect.poll(() => clerk.of("news").length).toBe(1);
    expect(clerk.of("changes")).toEqual([]);
    await expect.poll(() => admin.of("news").length).toBe(1);
    const subject = { subjectResource: "factory", subjectId: await addFactory() };
    const comment = { ...subject, content: `@{${people.clerk.id}} 请看` };
    expect(
      (await call(server.app, tokens.get("admin"), "POST /blade-desk/record-comment/add-comment", { payload: comment })).body.code,
    ).toBe(200);
    await expect.poll(() => clerk.of("news").length).toBe(2);
    expect(admin.of("news")).toHaveLength(1);
    server.database.tell(liveChannel, jobMessage({ tenantId: people.clerk.tenantId, userId: people.clerk.id, id: "77" }));
    await expect.poll(() => clerk.of("jobs").map(({ data }) => data)).toEqual([["77"]]);
    expect(admin.of("jobs")).toEqual([]);
  });

  test("passes over resources whose calls are closed to the person", async () => {
    const platform = await signIn(server.app, "platform");
    const ids = await apiScope(server.app, platform, "/digit-bind/factory/**");
    await server.grant("factory", "warehouse");
    const clerk = await connect(other, "clerk");
    await addFactory();
    const warehouse = { code: `LS${made}`, name: "范围内仓库", warehouseType: 1, status: 1 };
    expect((await call(server.app, tokens.get("admin"), "POST /digit-bind/warehouse/submit", { payload: warehouse })).body.code).toBe(200);
    await expect.poll(() => clerk.rows("warehouse").length).toBe(1);
    expect(clerk.rows("factory")).toEqual([]);
    expect((await call(server.app, platform, "POST /blade-system/api-scope/remove", { query: { ids } })).body.code).toBe(200);
  });

  test("ends with the session, and with the process; further ones than a person has browsers are refused", async () => {
    const clerk = await connect(other, "clerk");
    expect((await call(server.app, tokens.get("clerk"), "POST /blade-auth/oauth/logout")).status).toBe(200);
    server.pass(6_000);
    await addFactory();
    await expect.poll(() => clerk.hasEnded()).toBe(true);

    const many = await Promise.all(Array.from({ length: 10 }, () => connect(other, "admin")));
    expect(many.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect((await connect(other, "admin")).status).toBe(429);
    // Closing one frees its place.
    await many[0]?.leave();
    await expect.poll(async () => (await connect(other, "admin")).status).toBe(200);

    const third = await server.sibling();
    addresses.set(third, await third.listen({ host: "127.0.0.1", port: 0 }));
    const last = await connect(third, "admin");
    await third.close();
    await expect.poll(() => last.hasEnded()).toBe(true);
  });

  test("needs a session", async () => {
    tokens.set("clerk", { access_token: "none", refresh_token: "" });
    const nobody = await connect(other, "clerk");
    expect(nobody.type).toContain("application/json");
  });
});

describe("who has a record open", () => {
  const present = (app: FastifyInstance, who: Who, payload: object) => call(app, tokens.get(who), "POST /blade-live/presence", { payload });

  test("is told to the others who have it open, in any process, until they go", async () => {
    await server.grant("factory", "factory_view");
    const id = await addFactory();
    const [admin, clerk] = [await connect(server.app, "admin"), await connect(other, "clerk")];
    const at = { resource: "factory", id };
    expect((await present(server.app, "admin", { ...at, window: "a" })).body.data).toEqual([]);
    await expect
      .poll(async () => (await present(other, "clerk", { ...at, window: "c" })).body.data)
      .toEqual([{ userId: people.admin.id, name: "admin", isEditing: false }]);
    await expect
      .poll(() => admin.of("presence").at(-1)?.data)
      .toEqual({ ...at, others: [{ userId: people.clerk.id, name: "clerk", isEditing: false }] });
    await present(server.app, "admin", { ...at, window: "a", isEditing: true });
    await expect
      .poll(() => clerk.of("presence").at(-1)?.data)
      .toEqual({ ...at, others: [{ userId: people.admin.id, name: "admin", isEditing: true }] });
    await present(server.app, "admin", { ...at, window: "a", isGone: true });
    await expect.poll(() => clerk.of("presence").at(-1)?.data).toEqual({ ...at, others: [] });
  });

  test("decides who is told of comments, in any process", async () => {
    await server.grant("factory", "factory_view");
    const [id, apart] = [await addFactory(), await addFactory()];
    const [admin, clerk] = [await connect(server.app, "admin"), await connect(other, "clerk")];
    const at = { resource: "factory", id };
    await present(other, "clerk", { ...at, window: "c" });
    const say = async (subjectId: string) => {
      const payload = { subjectResource: "factory", subjectId, content: "请核对" };
      const said = await call(server.app, tokens.get("admin"), "POST /blade-desk/record-comment/add-comment", { payload });
      expect(said.body.code).toBe(200);
    };
    await say(apart);
    await say(id);
    await expect.poll(() => clerk.of("comments").map(({ data }) => data)).toEqual([at]);
    // Whoever had none of them open is told of none, and of the next one.
    const elsewhere = { resource: "factory", id: apart };
    await present(server.app, "admin", { ...elsewhere, window: "a" });
    await say(apart);
    await expect.poll(() => admin.of("comments").map(({ data }) => data)).toEqual([elsewhere]);
  });

  test("is said by nobody who may not open it", async () => {
    const id = await addFactory();
    const at = { resource: "factory", id, window: "x" };
    expect((await present(server.app, "clerk", at)).status).toBe(403);
    expect((await present(server.app, "foreign", at)).body.error ?? (await present(server.app, "foreign", at)).body.data).toMatchObject({
      error: "rowNotFound",
    });
    expect((await present(server.app, "admin", { ...at, resource: "no-such" })).body.data).toMatchObject({ error: "rowNotFound" });
    expect((await present(server.app, "admin", { ...at, window: "a b" })).status).toBe(400);
  });
});
