// Webhooks: what is told to whom, how it is signed, tried again and sent again, and who may have what told.
import { randomBytes } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { addRow } from "../../../../src/server/crud/write/server-rows.ts";
import { createWorker } from "../../../../src/server/jobs/worker.ts";
import type { JobHandler } from "../../../../src/server/jobs/job-handler.ts";
import { clockOf } from "../../../../src/server/store/clock.ts";
import { objectIn, recordsIn, type Body } from "../../../support/samples.ts";
import { testMoment, type Client } from "../../../support/server.ts";
import { startDemonstration } from "../demonstration.ts";
import { rowsOf } from "../rows.ts";
import { goodsOf, outs } from "../warehousing/goods.ts";
import { isGenuine, startReceiver } from "./webhook-receiver.ts";

const hooks = "/blade-system/webhook";
const deliveries = "/blade-system/webhook-delivery";
const factories = "/digit-bind/factory";

const demonstration = await startDemonstration({ tellsWebhooks: true });
const { server, zhangwei, chenqing, act, add, put, row } = demonstration;
const goods = goodsOf(demonstration);
const receiver = await startReceiver();
const secret = `whsec_${randomBytes(32).toString("base64")}`;
const noon = testMoment / 1000;
let made = 0;

beforeEach(async () => {
  // Each test has webhooks of its own.
  await put("update webhook set status = 2 where status = 1", []);
  await put("update webhook_delivery set status = 3 where status = 0", []);
  Object.assign(receiver, { status: 204, answer: "", location: undefined });
  receiver.received.length = 0;
});

const hook = (events: readonly string[], more: Body = {}): Promise<string> =>
  add(hooks, { name: `推送${(made += 1)}`, url: `${receiver.url}/hook`, events, secret, ...more });

const newFactory = (more: Body = {}): Promise<string> => {
  const code = `WH${(made += 1)}`;
  return add(factories, { code, name: `工厂${code}`, phone: "13812345678", ...more });
};

const edit = async (id: string, more: Body) => zhangwei.post(`${factories}/submit`, { ...(await row(factories, id)), ...more });

/** Runs what is due so many seconds after noon. */
async function work(seconds = 0, handlers: Readonly<Record<string, JobHandler>> = server.services.domain.jobs ?? {}): Promise<void> {
  const faults: unknown[] = [];
  const worker = createWorker({
    model: server.model,
    database: server.database,
    identifiers: server.services.identifiers,
    clock: clockOf(() => testMoment + seconds * 1000),
    handlers,
    subscriptions: server.subscriptions,
    onFault: (error) => faults.push(error),
    random: () => 0,
  });
  await worker.idle();
  if (faults.length > 0) throw new AggregateError(faults, String(faults[0]));
}

const logOf = async (webhookId: string, client: Client = zhangwei): Promise<readonly Body[]> =>
  recordsIn(await client.get(`${deliveries}/list`, { webhookId_equal: webhookId, size: "100" }));

/** The one delivery of a webhook. */
async function deliveryOf(webhookId: string): Promise<Body> {
  const found = await logOf(webhookId);
  expect(found).toHaveLength(1);
  return found[0] ?? {};
}

const eventsReceived = () => receiver.received.map(({ body }) => (JSON.parse(body) as { readonly type: string }).type);

it("a new row is told with what it holds, signed so that the receiver can tell that it is genuine and fresh", async () => {
  const webhook = await hook(["factory.created"]);
  const id = await newFactory();
  const { id: eventId } = await deliveryOf(webhook);
  await work();
  const [message = { path: "", headers: {}, body: "" }] = receiver.received;
  expect(receiver.received).toHaveLength(1);
  expect(message).toMatchObject({ path: "/hook", headers: { "webhook-id": eventId, "content-type": "application/json" } });
  expect(isGenuine(message, secret, noon)).toBe(true);
  expect(isGenuine({ ...message, body: message.body.replace("factory", "Factory") }, secret, noon)).toBe(false);
  expect(isGenuine(message, `whsec_${randomBytes(32).toString("base64")}`, noon)).toBe(false);
  expect(isGenuine(message, secret, noon + 3600)).toBe(false);
  const body: unknown = JSON.parse(message.body);
  expect(body).toMatchObject({
    id: eventId,
    type: "factory.created",
    timestamp: new Date(testMoment).toISOString(),
    tenantId: "100001",
    resource: "factory",
    data: {
      id,
      changed: expect.arrayContaining(["code", "name", "phone"]),
      row: { id, name: expect.stringContaining("工厂WH"), factoryType: 1 },
    },
  });
  expect(await deliveryOf(webhook)).toMatchObject({
    status: 1,
    attempts: 1,
    httpStatus: 204,
    event: "factory.created",
    rowId: id,
    nextTime: "",
  });
  expect(await row(hooks, webhook)).toMatchObject({ failures: 0, lastStatus: 204, lastTime: "2025-03-12 12:00:00" });
});

it("a change is told with the names of what changed, with what is sensitive masked and what is secret left out", async () => {
  await hook(["factory.updated", "tenant-client.created"]);
  const id = await newFactory();
  expect(await edit(id, { phone: "13987654321", remark: "换了电话" })).toMatchObject({ code: 200 });
  const [platform = {}] = recordsIn(await zhangwei.get("/digit-marketing/client-platform/list", { code_equal: "h5" }));
  await add("/digit-marketing/tenant-client", {
    name: "客户端W",
    appId: "appW",
    appSecret: "the secret of W",
    signType: "HMAC-SHA256",
    clientPlatformId: platform["id"],
  });
  await work();
  expect(eventsReceived().toSorted()).toEqual(["factory.updated", "tenant-client.created"]);
  const sent = receiver.received.map(({ body }) => body).join("\n");
  expect(sent).toContain('"changed":["phone","remark"]');
  for (const hidden of ["13987654321", "the secret of W", 'appSecret":"', "kept:"]) expect(sent).not.toContain(hidden);
});

it("several rows that are removed together are told of one by one, with what they held", async () => {
  await hook(["factory.*"]);
  const ids = [await newFactory(), await newFactory()];
  await work();
  receiver.received.length = 0;
  expect(await zhangwei.post(`${factories}/remove`, undefined, { ids: ids.join(",") })).toMatchObject({ code: 200 });
  await work();
  const reported = receiver.received.map(({ body }) => JSON.parse(body) as { readonly type: string; readonly data: Body });
  expect(reported.map(({ type }) => type)).toEqual(["factory.removed", "factory.removed"]);
  expect(reported.map(({ data }) => String(data["id"])).toSorted()).toEqual(ids.toSorted());
  expect(reported.every(({ data }) => String((data["row"] as Body)["name"]).startsWith("工厂WH"))).toBe(true);
});

it("an action is told under its name, besides the change that it makes", async () => {
  const warehouseId = await goods.warehouse();
  await goods.stocked(warehouseId, [{ num: 5 }]);
  const { id } = await goods.document("out", warehouseId, [{ num: 1 }]);
  await hook(["stock-out-doc.start", "stock-out-doc.updated"]);
  expect(await act(outs, "start", id)).toMatchObject({ code: 200 });
  await work();
  expect(eventsReceived().toSorted()).toEqual(["stock-out-doc.start", "stock-out-doc.updated"]);
  const [first = { body: "{}" }] = receiver.received;
  expect(JSON.parse(first.body)).toMatchObject({ data: { id, row: { status: 1 }, changed: expect.arrayContaining(["status"]) } });
});

it("what a job changes is told as well", async () => {
  await hook(["factory.created"]);
  const handler: JobHandler = {
    run: async (job) => {
      await job.step((tx) => addRow(job.context, tx, "factory", { code: `JOB${made}`, name: `任务工厂${made}` }), {});
    },
  };
  await put(
    "with job as (insert into job (id, tenant_id, status, queue, attempts, max_attempts) values (880001, '100001', 0, 'test.job', 0, 6) returning id) insert into tm_job (id, tenant_id, queue, payload, run_at, max_attempts) select id, '100001', 'test.job', 'null', 0, 6 from job",
    [],
  );
  await work(0, { "test.job": handler });
  await work();
  expect(eventsReceived()).toEqual(["factory.created"]);
});

it("the job that delivers is written with the change, and a refused change tells nothing", async () => {
  const webhook = await hook(["factory.created"]);
  const code = `WH${(made += 1)}`;
  await newFactory({ code });
  const { id } = await deliveryOf(webhook);
  const jobs = await rowsOf(server, "select queue from tm_job where payload ->> 'deliveryId' = $1 and is_unfinished", [id]);
  expect(jobs).toEqual([{ queue: "webhook.deliver" }]);
  expect(await zhangwei.post(`${factories}/submit`, { code, name: "重复" })).toMatchObject({ code: 400 });
  expect(await logOf(webhook)).toHaveLength(1);
});

it("an answer of 500 is tried again after pauses, with the same id and a new timestamp, until it is taken", async () => {
  const webhook = await hook(["factory.created"]);
  await newFactory();
  Object.assign(receiver, { status: 500, answer: "down" });
  await work();
  expect(await deliveryOf(webhook)).toMatchObject({
    status: 0,
    attempts: 1,
    httpStatus: 500,
    nextTime: "2025-03-12 12:00:05",
    answer: "down",
  });
  await work(4);
  expect(receiver.received).toHaveLength(1);
  await work(5);
  expect(await deliveryOf(webhook)).toMatchObject({ status: 0, attempts: 2, nextTime: "2025-03-12 12:00:35" });
  receiver.status = 200;
  await work(35);
  expect(await deliveryOf(webhook)).toMatchObject({ status: 1, attempts: 3, httpStatus: 200 });
  const headers = receiver.received.map((one) => one.headers);
  expect(new Set(headers.map((one) => one["webhook-id"])).size).toBe(1);
  expect(headers.map((one) => one["webhook-timestamp"])).toEqual([noon, noon + 5, noon + 35].map(String));
  expect(receiver.received.every((one, index) => isGenuine(one, secret, noon + (index === 2 ? 35 : 5)))).toBe(true);
});

it("redirects are not followed, wherever they lead", async () => {
  const webhook = await hook(["factory.created"]);
  await newFactory();
  Object.assign(receiver, { status: 302, location: `${receiver.url}/internal` });
  await work();
  expect(receiver.received.map(({ path }) => path)).toEqual(["/hook"]);
  expect(await deliveryOf(webhook)).toMatchObject({
    status: 0,
    httpStatus: 302,
    failure: "接收方要求跳转（HTTP 302），不予跟随",
  });
});

it("an address that has become internal is not called, and the delivery has failed at once", async () => {
  const webhook = await hook(["factory.created"]);
  await put("update webhook set url = 'https://10.1.2.3/hook' where id = $1", [webhook]);
  await newFactory();
  await work();
  expect(receiver.received).toEqual([]);
  expect(await deliveryOf(webhook)).toMatchObject({
    status: 2,
    attempts: 1,
    failure: expect.stringContaining("INTERNAL_HOSTS"),
  });
});

it.each([
  ["https://10.0.0.8/hook", "INTERNAL_HOSTS"],
  ["https://[::1]/hook", "INTERNAL_HOSTS"],
  ["https://localhost/hook", "INTERNAL_HOSTS"],
  ["http://hooks.example.com/in", "https"],
  ["https://me:word@hooks.example.com/in", "密码"],
])("the address %s is refused when it is entered, at its field", async (url, reason) => {
  const answer = await zhangwei.post(`${hooks}/submit`, { name: `推送${(made += 1)}`, url, events: ["factory.created"] });
  expect(answer).toMatchObject({ code: 400, data: { issues: [{ path: ["url"], message: expect.stringContaining(reason) }] } });
});

it("a secret must be one of the standard's form, and no answer ever holds it", async () => {
  const wrong = await zhangwei.post(`${hooks}/submit`, {
    name: `推送${(made += 1)}`,
    url: receiver.url,
    events: ["factory.created"],
    secret: "short",
  });
  expect(wrong).toMatchObject({ code: 400, data: { issues: [{ path: ["secret"] }] } });
  const id = await hook(["factory.created"]);
  expect(JSON.stringify(await row(hooks, id))).not.toMatch(/whsec_|kept:|secret/i);
});

it("nobody has events told of rows or fields that they do not see, or that there are not", async () => {
  const keys = ["webhook", "webhook_add", "webhook_edit", "webhook_view", "factory", "factory_view"];
  const person = (more: object = {}, own = keys) => server.as("nobody", { permissions: new Set(own), ...more });
  const make = (client: Client, events: readonly string[]) =>
    client.post(`${hooks}/submit`, { name: `推送${(made += 1)}`, url: receiver.url, events });
  const refusedAtEvents = { code: 400, data: { issues: [{ path: ["events"] }] } };
  expect(await make(person(), ["factory.created"])).toMatchObject({ code: 200 });
  expect(await make(person(), ["order.created"])).toMatchObject(refusedAtEvents);
  expect(await make(zhangwei, ["factory.exploded"])).toMatchObject(refusedAtEvents);
  expect(await make(zhangwei, ["param.updated"])).toMatchObject(refusedAtEvents);
  const someRows = { rowLimits: new Map([["factory", () => ({ shape: "none", parameters: [], sql: () => "false" })]]) };
  expect(await make(person(someRows), ["factory.created"])).toMatchObject(refusedAtEvents);
  const someFields = { fieldLimits: new Map([["factory", new Set(["phone"])]]) };
  expect(await make(person(someFields), ["factory.*"])).toMatchObject(refusedAtEvents);
  // Nor do they lead elsewhere what somebody else has told.
  const id = await hook(["factory.created", "order.created"]);
  const moved = await person().post(`${hooks}/submit`, { id, url: `${receiver.url}/mine` });
  expect(moved).toMatchObject(refusedAtEvents);
});

it("each call needs its key", async () => {
  const id = await hook(["factory.created"]);
  await newFactory();
  const { id: delivery } = await deliveryOf(id);
  const nobody = server.as("nobody");
  expect(await nobody.get(`${hooks}/list`)).toMatchObject({ status: 403 });
  expect(await nobody.get(`${deliveries}/list`)).toMatchObject({ status: 403 });
  expect(await nobody.post(`${hooks}/submit`, { id, name: "x" })).toMatchObject({ status: 403 });
  for (const action of ["test", "rotate"]) expect(await nobody.post(`${hooks}/${action}/${id}`)).toMatchObject({ status: 403 });
  for (const action of ["enable", "disable"])
    expect(await nobody.post(`${hooks}/${action}`, undefined, { ids: id })).toMatchObject({ status: 403 });
  expect(await nobody.post(`${deliveries}/replay`, undefined, { ids: String(delivery) })).toMatchObject({ status: 403 });
});

it("a tenant is told of its own rows only, and sees its own webhooks and deliveries only", async () => {
  const own = await hook(["factory.*"]);
  const other = objectIn(
    await chenqing.post(`${hooks}/submit`, { name: "别家", url: `${receiver.url}/other`, events: ["factory.*"], secret }),
  )["id"];
  await newFactory();
  expect(await chenqing.post(`${factories}/submit`, { code: "OTHER1", name: "别家工厂" })).toMatchObject({ code: 200 });
  await work();
  expect(receiver.received.map(({ path, body }) => `${path} ${String((JSON.parse(body) as Body)["tenantId"])}`).toSorted()).toEqual([
    "/hook 100001",
    "/other 100002",
  ]);
  expect(await logOf(own, chenqing)).toEqual([]);
  expect(objectIn(await chenqing.get(`${hooks}/list`))).toMatchObject({ total: 1, records: [{ id: other }] });
});

it("a disabled webhook is told nothing, and what waited for it is not sent", async () => {
  const webhook = await hook(["factory.created"]);
  await newFactory();
  expect(await zhangwei.post(`${hooks}/disable`, undefined, { ids: webhook })).toMatchObject({ code: 200 });
  await newFactory();
  await work();
  expect(receiver.received).toEqual([]);
  const dropped = await deliveryOf(webhook);
  expect(dropped).toMatchObject({ status: 3, attempts: 0 });
  const replay = () => zhangwei.post(`${deliveries}/replay`, undefined, { ids: String(dropped["id"]) });
  expect(await replay()).toMatchObject({ code: 400, data: { error: "webhookDisabled" } });
  await zhangwei.post(`${hooks}/enable`, undefined, { ids: webhook });
  expect(await replay()).toMatchObject({ code: 200 });
  await work();
  expect(receiver.received).toHaveLength(1);
});

it("is sent again on request with the same id and content and a new timestamp; the log is paged and does not hold the content", async () => {
  const webhook = await hook(["factory.created"]);
  await newFactory();
  await newFactory();
  await work();
  const page = objectIn(await zhangwei.get(`${deliveries}/list`, { webhookId_equal: webhook, size: "1", current: "2" }));
  expect(page).toMatchObject({ total: 2, records: [{ status: 1 }] });
  const [oldest = {}] = recordsIn({ data: page } as never);
  expect(JSON.stringify(await row(deliveries, oldest["id"]))).not.toContain("factoryType");
  expect(await zhangwei.post(`${deliveries}/replay`, undefined, { ids: String(oldest["id"]) })).toMatchObject({ code: 200 });
  await work(60);
  const again = receiver.received.filter(({ headers }) => headers["webhook-id"] === oldest["id"]);
  expect(again.map(({ headers }) => headers["webhook-timestamp"])).toEqual([String(noon), String(noon + 60)]);
  expect(again[0]?.body).toBe(again[1]?.body);
  expect(isGenuine(again[1] ?? { path: "", headers: {}, body: "" }, secret, noon + 60)).toBe(true);
});

it("five deliveries in a row that fail for good disable it, one success forgets them, and 410 disables it at once", async () => {
  const webhook = await hook(["factory.created"]);
  await put("update webhook set failures = 4 where id = $1", [webhook]);
  await newFactory();
  await work();
  expect(await row(hooks, webhook)).toMatchObject({ status: 1, failures: 0 });
  await put("update webhook set failures = 4 where id = $1", [webhook]);
  receiver.status = 500;
  await newFactory();
  for (const seconds of [0, 5, 35, 335, 2135, 9335, 27_335]) await work(seconds);
  expect(await row(hooks, webhook)).toMatchObject({ status: 1, failures: 4 });
  await work(63_335);
  expect(await row(hooks, webhook)).toMatchObject({ status: 3, failures: 5 });
  const [newest = {}] = await logOf(webhook);
  expect(newest).toMatchObject({ status: 2, attempts: 8, nextTime: "" });
  expect(await zhangwei.post(`${hooks}/enable`, undefined, { ids: webhook })).toMatchObject({ code: 200 });
  expect(await row(hooks, webhook)).toMatchObject({ status: 1, failures: 0 });
  receiver.status = 410;
  await newFactory();
  await work();
  expect(await row(hooks, webhook)).toMatchObject({ status: 3, failures: 1 });
});

it("a new secret is shown once, and for a day the former one signs along", async () => {
  const webhook = await hook(["factory.created"]);
  const { shownOnce } = objectIn(await act(hooks, "rotate", webhook));
  const fresh = String(shownOnce);
  expect(fresh).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  await newFactory();
  await work();
  const [first = { path: "", headers: {}, body: "" }] = receiver.received;
  expect([isGenuine(first, secret, noon), isGenuine(first, fresh, noon)]).toEqual([true, true]);
  const later = 25 * 3600;
  await newFactory();
  await work(later);
  const last = receiver.received.at(-1) ?? first;
  expect([isGenuine(last, secret, noon + later), isGenuine(last, fresh, noon + later)]).toEqual([false, true]);
});

it("a test is posted once and says how it went, without being held against the receiver", async () => {
  const webhook = await hook(["factory.created"], { secret: "" });
  receiver.status = 404;
  expect(await act(hooks, "test", webhook)).toMatchObject({ code: 200 });
  await work();
  expect(eventsReceived()).toEqual(["webhook.test"]);
  expect(await deliveryOf(webhook)).toMatchObject({ status: 2, attempts: 1, httpStatus: 404 });
  expect(await row(hooks, webhook)).toMatchObject({ status: 1, failures: 0 });
});
