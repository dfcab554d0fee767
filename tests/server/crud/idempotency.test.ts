// Idempotency keys (docs/wire.md §1.1): the same call sent again is answered as before and writes nothing, whatever became of the first one.
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { submitRow } from "../../../src/server/crud/write/submit.ts";
import { createAnswerStore, StoredAnswer } from "../../../src/server/crud/write/answer-once.ts";
import type { RequestContext } from "../../../src/server/contract.ts";
import { outsideTransaction } from "../../../src/server/store/database.ts";
import { ApiError } from "../../../src/server/http/errors.ts";
import { people, serverOfFile, storageKey, tenants, type Client } from "../../support/server.ts";
import { lockWaits } from "../../support/lock-waits.ts";

const server = await serverOfFile({ isSeeded: true });
const zhangwei = server.as("zhangwei");
let number = 0;

interface Sent {
  readonly key?: string | undefined;
  readonly body?: object | undefined;
  readonly client?: Client;
  readonly form?: string;
}

async function post(path: string, { key, body, client = zhangwei, form }: Sent) {
  const type = form === undefined ? "application/json" : "application/x-www-form-urlencoded";
  const payload = form ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await server.app.inject({
    method: "POST",
    url: `/api${path}`,
    headers: {
      ...client.headers,
      ...(key === undefined ? {} : { "idempotency-key": key }),
      ...(payload === undefined ? {} : { "content-type": type }),
    },
    ...(payload === undefined ? {} : { payload }),
  });
  const answer: { code: number; msg: string; data: Record<string, unknown> } = response.json();
  return { status: response.statusCode, isReplayed: response.headers["idempotency-replayed"] === "true", answer };
}

const warehouse = () => ({ name: `幂等仓${(number += 1)}`, code: `IK${number}`, warehouseType: 1 });
const submit = "/digit-bind/warehouse/submit";

async function rowsOf(sql: string, parameters: readonly unknown[]): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const [answer] = await server.database.owner.read([{ sql, parameters }]);
  return answer?.rows ?? [];
}

const rowsNamed = async ({ name }: { readonly name: string }): Promise<number> =>
  (await rowsOf("select id from warehouse where name = $1 and is_deleted = 0", [name])).length;

describe("a call with a key", () => {
  it("adds one row however often it is sent, with the same answer", async () => {
    const body = warehouse();
    const first = await post(submit, { key: "add-1", body });
    expect(first).toMatchObject({ status: 200, isReplayed: false, answer: { code: 200, data: { id: expect.any(String) } } });
    for (const key of ["add-1", '"add-1"']) {
      const again = await post(submit, { key, body });
      expect(again).toEqual({ status: 200, isReplayed: true, answer: first.answer });
    }
    expect(await rowsNamed(body)).toBe(1);
  });

  it("without a key adds a row each time", async () => {
    const body = { title: "发两次", category: 1, releaseTime: "2025-03-12 12:00:00", content: "<p>发两次</p>" };
    for (let times = 0; times < 2; times += 1) await post("/blade-desk/notice/submit", { body });
    expect(await rowsOf("select id from notice where title = $1", [body.title])).toHaveLength(2);
  });

  it("changes, removes and acts once", async () => {
    const { answer } = await post(submit, { body: warehouse() });
    const { id } = answer.data;
    const change = { id, name: "改一次" };
    const versionOf = async () => (await rowsOf("select version from warehouse where id = $1", [id]))[0]?.["version"];
    const before = Number(await versionOf());
    for (const isReplayed of [false, true]) {
      expect(await post(submit, { key: "change-1", body: change })).toMatchObject({ status: 200, isReplayed });
    }
    expect(Number(await versionOf())).toBe(before + 1);
    for (const isReplayed of [false, true]) {
      const removed = await post(`/digit-bind/warehouse/remove?ids=${String(id)}`, { key: "remove-1" });
      expect(removed).toMatchObject({ status: 200, isReplayed, answer: { data: {}, msg: "操作成功" } });
    }
    expect(await post(`/digit-bind/warehouse/remove?ids=${String(id)}`, {})).toMatchObject({ status: 400 });
  });

  it("is refused with another content, and belongs to one user", async () => {
    const body = warehouse();
    await post(submit, { key: "reuse", body });
    const other = { ...body, name: "另一个" };
    expect(await post(submit, { key: "reuse", body: other })).toMatchObject({
      status: 422,
      answer: { code: 422, data: { error: "idempotencyKeyReused" } },
    });
    expect(await post(`${submit}?x=1`, { key: "reuse", body })).toMatchObject({ status: 422 });
    expect(await rowsNamed(other)).toBe(0);
    const english = server.as("zhangwei", {}, "en");
    expect((await post(submit, { key: "reuse", body: other, client: english })).answer.msg).toBe(
      "This Idempotency-Key was used for a request with another content; use a new one",
    );
    for (const client of [server.as("chenqing"), server.as("zhangwei", { userId: "13" })]) {
      expect(await post(submit, { key: "reuse", body: warehouse(), client })).toMatchObject({ status: 200, isReplayed: false });
    }
  });

  it("may be sent again after a refusal, which is not stored", async () => {
    expect(await post(submit, { key: "refused", body: {} })).toMatchObject({ status: 400 });
    expect(await post(submit, { key: "refused", body: warehouse() })).toMatchObject({ status: 200, isReplayed: false });
  });

  it.each(["", " ", "a b", "键", `"a`, "x".repeat(129), "a,b"])("is refused as %j", async (key) => {
    const answer = await post(submit, { key, body: warehouse() });
    expect(answer).toMatchObject({ status: 400, answer: { data: { error: "malformedIdempotencyKey" } } });
  });

  it("of an administrator who writes for another tenant is the administrator's", async () => {
    const client = server.as("administrator");
    const body = { ...warehouse(), tenantId: tenants.one };
    const first = await post(submit, { key: "for-another", body, client });
    expect(first).toMatchObject({ status: 200, isReplayed: false });
    expect(await post(submit, { key: "for-another", body, client })).toEqual({ ...first, isReplayed: true });
    expect(await rowsOf("select tenant_id from warehouse where name = $1", [body.name])).toEqual([{ tenant_id: tenants.one }]);
    expect(await rowsOf("select tenant_id from tm_idempotency_key where key = 'for-another'", [])).toEqual([
      { tenant_id: tenants.platform },
    ]);
    const removal = `/digit-bind/warehouse/remove?ids=${String(first.answer.data["id"])}&tenantId=${tenants.one}`;
    for (const isReplayed of [false, true]) {
      expect(await post(removal, { key: "remove-there", client })).toMatchObject({ status: 200, isReplayed });
    }
  });

  it("leaves nothing readable of the answer in the database, and nothing at all to another tenant", async () => {
    const body = warehouse();
    const { answer } = await post(submit, { key: "secret", body });
    const [row] = await rowsOf("select answer, fingerprint from tm_idempotency_key where key = 'secret'", []);
    expect(JSON.stringify(row)).not.toContain(String(answer.data["id"]));
    const count = { sql: "select count(*)::int as count from tm_idempotency_key", parameters: [] };
    const [own] = await server.database.read({ tenantId: tenants.one }, [count]);
    const [others] = await server.database.read({ tenantId: "100003" }, [count]);
    expect([Number(own?.rows[0]?.["count"]) > 0, others?.rows[0]?.["count"]]).toEqual([true, 0]);
  });
});

describe("while the first call is being carried out", () => {
  /** Runs `work` while another transaction has the row locked. */
  async function whileLocked<T>(id: unknown, work: () => Promise<T>): Promise<T> {
    let result: T | undefined;
    await server.database.owner.transaction(async (tx) => {
      await tx.query({ sql: "select id from warehouse where tenant_id = $1 and id = $2 for update", parameters: [tenants.one, id] });
      result = await outsideTransaction(work);
    });
    if (result === undefined) throw new Error("nothing came of it");
    return result;
  }

  /** Until a session waits for a lock in this database. */
  async function waiting(): Promise<void> {
    while ((await rowsOf(lockWaits, [])).length === 0);
  }

  it("the same call is answered 409, and 200 afterwards", async () => {
    const { answer } = await post(submit, { body: warehouse() });
    const { id } = answer.data;
    const body = { id, name: "同时" };
    let first: ReturnType<typeof post> | undefined;
    await whileLocked(id, async () => {
      first = post(submit, { key: "at-once", body });
      await waiting();
      expect(await post(submit, { key: "at-once", body })).toMatchObject({
        status: 409,
        answer: { data: { error: "idempotencyKeyInUse" } },
      });
      return true;
    });
    expect(await first).toMatchObject({ status: 200, isReplayed: false });
    expect(await post(submit, { key: "at-once", body })).toMatchObject({ status: 200, isReplayed: true });
  });

  it("and its connection is killed, the next call carries it out once", async () => {
    const { answer } = await post(submit, { body: warehouse() });
    const { id } = answer.data;
    const body = { id, name: "断开" };
    const versionOf = async () => Number((await rowsOf("select version from warehouse where id = $1", [id]))[0]?.["version"]);
    const before = await versionOf();
    let first: ReturnType<typeof post> | undefined;
    await whileLocked(id, async () => {
      first = post(submit, { key: "killed", body });
      await waiting();
      await rowsOf(`select pg_terminate_backend(pid) from (${lockWaits}) waiting`, []);
      return true;
    });
    const killed = await first;
    expect(killed?.status).toBeGreaterThanOrEqual(500);
    expect(await post(submit, { key: "killed", body })).toMatchObject({ status: 200, isReplayed: false });
    expect(await post(submit, { key: "killed", body })).toMatchObject({ status: 200, isReplayed: true });
    expect(await versionOf()).toBe(before + 1);
  });

  it("by several processes at once, one of them writes, and all agree on its answer", async () => {
    const resource = server.model.resource.get("warehouse");
    if (resource === undefined) throw new Error("there is no warehouse");
    const { database, services, model } = server;
    const context: RequestContext = {
      caller: { ...people.zhangwei, permissions: new Set(["warehouse", "warehouse_add"]) },
      language: "zh",
      model,
      database,
      scope: { tenantId: tenants.one, userId: people.zhangwei.userId },
      now: server.clock.now,
      identifiers: services.identifiers,
      address: "",
    };
    for (let round = 0; round < 3; round += 1) {
      const body = warehouse();
      const send = async () => {
        // Each process has a store of its own, and they have only the database in common.
        const store = createAnswerStore({ database, clock: server.clock, key: storageKey });
        return store.once({ header: `race-${round}`, request: [body], context }, (within) =>
          submitRow({ services, context: within, resource, body, call: "submit", move: undefined }),
        );
      };
      const outcomes = await Promise.allSettled(Array.from({ length: 8 }, send));
      const written = outcomes.flatMap((one) => (one.status === "fulfilled" && !(one.value instanceof StoredAnswer) ? [one.value] : []));
      expect(written).toEqual([{ id: expect.any(String) }]);
      const others = outcomes.flatMap((one) => {
        if (one.status === "rejected") return [one.reason instanceof ApiError ? one.reason.code : one.reason];
        return one.value instanceof StoredAnswer ? [one.value.envelope.data] : [];
      });
      expect(others).toHaveLength(7);
      expect(others.filter((one) => one !== "idempotencyKeyInUse" && !isDeepStrictEqual(one, written[0]))).toEqual([]);
      expect(await rowsNamed(body)).toBe(1);
      const later = await send();
      expect(later instanceof StoredAnswer && later.envelope.data).toEqual(written[0]);
    }
  });
});
