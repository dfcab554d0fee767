// What a server finds out about an existing back-end without signing in.
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, expect, test } from "vitest";
import { dialects } from "#schema/dialects/index";
import { presenceOf, readCallsOf, withoutMissing } from "#schema/dialects/presence";
import { counted, discover, summary, type Discovery } from "#server/dialect/discovery";
import { probe, type ProbeResult } from "#server/dialect/probe";
import { startBladeBackEnd } from "../support/blade-back-end/index.ts";
import { productModel as model } from "../support/product-model.ts";

const { blade, bladex } = dialects;
/** Resources that have calls. */
const called = model.resources
  .filter(({ calls, reads, actions }) => calls.size + reads.length + actions.length > 0)
  .map(({ name }) => name);
const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

const foundOf = (found: ProbeResult, name: string) => found.resources.find((one) => one.name === name);

/** A server that answers everything in one way. */
async function serverThat(answer: (app: FastifyInstance) => void): Promise<string> {
  const app = Fastify({ logger: false });
  answer(app);
  open.push(() => app.close());
  return app.listen({ host: "127.0.0.1", port: 0 });
}

async function standIn() {
  const backEnd = await startBladeBackEnd();
  open.push(() => backEnd.close());
  return backEnd;
}

const settled = (discovery: Discovery): Promise<ProbeResult> => {
  open.push(() => discovery.stop());
  return discovery.look();
};

test("the open-source back-end has what its dialect declares, read by read, and nobody had to sign in", async () => {
  const backEnd = await standIn();
  const found = await probe({ url: backEnd.address, dialect: blade, model });
  expect(found.state).toBe("known");
  expect(found.resources.filter(({ missing }) => missing.length > 0)).toEqual([]);
  expect(foundOf(found, "notice")).toEqual({ name: "notice", presence: "available", missing: [] });
  expect(foundOf(found, "dept")).toMatchObject({ presence: "mapped" });
  expect(foundOf(found, "order")).toMatchObject({ presence: "absent" });
  expect(found.resources.map(({ name }) => name)).toEqual(called);
  backEnd.expectNoStrays();
  expect(backEnd.received.every(({ method, status }) => method === "GET" && status < 500)).toBe(true);
});

test("what a dialect has and the back-end has not is absent, as a whole or read by read", async () => {
  const backEnd = await standIn();
  const found = await probe({ url: backEnd.address, dialect: bladex, model });
  expect(foundOf(found, "order")).toMatchObject({ presence: "absent" });
  expect(foundOf(found, "tenant-package")).toMatchObject({ presence: "absent" });
  expect(foundOf(found, "dept")).toMatchObject({ presence: "available", missing: expect.arrayContaining(["lazy-list", "select"]) });
  expect(foundOf(found, "notice")).toMatchObject({ presence: "available", missing: [] });
});

test("a dialect without what is missing declares it absent, and leaves out single reads", () => {
  const less = withoutMissing(
    bladex,
    new Map<string, "all" | readonly string[]>([
      ["order", "all"],
      ["dept", ["lazy-list", "detail"]],
    ]),
  );
  const named = (name: string) => model.resources.find((one) => one.name === name);
  const [order, dept, notice] = [named("order"), named("dept"), named("notice")];
  if (order === undefined || dept === undefined || notice === undefined) throw new Error("the product has these");
  expect(presenceOf(order, less)).toBe("absent");
  expect(readCallsOf(dept, less).map(({ name }) => name)).not.toEqual(expect.arrayContaining(["lazy-list"]));
  expect(readCallsOf(dept, less).map(({ name }) => name)).not.toEqual(expect.arrayContaining(["detail"]));
  expect(presenceOf(notice, less)).toBe("available");
});

test("behind a gateway that asks everybody to sign in, the dialect alone says what there is", async () => {
  const url = await serverThat((app) =>
    app.setNotFoundHandler((_request, reply) => reply.status(401).send({ code: 401, msg: "请求未授权" })),
  );
  const found = await probe({ url, dialect: blade, model });
  expect(found.state).toBe("closed");
  expect(foundOf(found, "notice")).toMatchObject({ presence: "available" });
  expect(foundOf(found, "order")).toMatchObject({ presence: "absent" });
  expect(summary(found)).toContain("as the dialect declares");
});

test("the version is the one that the back-end publishes", async () => {
  const url = await serverThat((app) => {
    app.get("/v3/api-docs", () => ({ openapi: "3.0.1", info: { title: "Blade", version: "4.10.0.RELEASE" } }));
  });
  expect(await probe({ url, dialect: blade, model })).toMatchObject({ version: "4.10.0.RELEASE" });
});

test("no more calls are under way at once than allowed, and none takes longer than its time", async () => {
  let now = 0;
  let max = 0;
  const url = await serverThat((app) =>
    app.setNotFoundHandler(async (request, reply) => {
      max = Math.max(max, (now += 1));
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
      // One that never answers.
      if (request.url === "/blade-desk/notice/list") return new Promise(() => undefined);
      return reply.status(404).send({ code: 404 });
    }),
  );
  const found = await probe({ url, dialect: blade, model, atOnce: 3, patience: 3000 });
  expect(max).toBeLessThanOrEqual(3);
  // A call that does not answer is no call that is missing.
  expect(foundOf(found, "notice")).toMatchObject({ presence: "available", missing: ["detail"] });
});

test("a back-end that is down is asked again until it is there, and the server is told once of each result", async () => {
  const port = await new Promise<number>((resolve) => {
    const app = Fastify({ logger: false });
    void app.listen({ host: "127.0.0.1", port: 0 }).then(async (address) => {
      await app.close();
      resolve(Number(new URL(address).port));
    });
  });
  const reported: string[] = [];
  const discovery = discover({
    url: `http://127.0.0.1:${port}`,
    dialect: bladex,
    model,
    note: (sentence) => reported.push(sentence),
    pause: 20,
  });
  open.push(() => discovery.stop());
  expect(await discovery.look()).toMatchObject({ state: "unreachable" });
  expect(discovery.dialect()).toBe(bladex);
  const app = Fastify({ logger: false });
  app.get("/blade-desk/notice/list", () => ({ code: 401, data: null }));
  app.setNotFoundHandler((_request, reply) => reply.status(404).send({ code: 404 }));
  await app.listen({ host: "127.0.0.1", port });
  open.push(() => app.close());
  await expect.poll(() => discovery.found()?.state, { timeout: 30_000 }).toBe("known");
  expect(reported).toHaveLength(2);
  expect(reported[0]).toContain("does not answer");
  // Two that nothing but writes belong to cannot be looked up.
  expect(reported[1]).toContain(`3 of ${called.length} resources are available, 0 mapped, ${called.length - 3} absent`);
  expect(discovery.dialect().resources["order"]).toBe("absent");
});

test("the counts add up, whatever was found", async () => {
  const backEnd = await standIn();
  const found = await settled(discover({ url: backEnd.address, dialect: blade, model, note: () => undefined }));
  const { available, mapped, absent } = counted(found);
  expect(available + mapped + absent).toBe(called.length);
  expect([available > 0, mapped > 0, absent > 0]).toEqual([true, true, true]);
});
