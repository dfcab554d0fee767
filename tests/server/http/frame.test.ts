// What the frame does around every request: a log that keeps no secret, an end that cuts nobody off, addresses that are believed.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import Fastify from "fastify";
import { expect, onTestFinished, test, vi } from "vitest";
import { areas, definitions } from "#generated/registry.ts";
import { defineResource, text } from "#schema";
import { buildModel } from "#schema/model";
import { transformed } from "../../../src/server/auth/password-hash.ts";
import { createSwappableServer } from "../../../src/server/http/server.ts";
import { askForToken, basic, call, client, password, serversOfFile, signIn } from "../auth/fixture.ts";

const startTestServer = serversOfFile();

test("answers are compressed for who takes that, other than short ones and those with tokens", async () => {
  const { app } = await startTestServer();
  const token = await signIn(app, "platform");
  const ask = (url: string, accepted?: string) =>
    app.inject({
      url: `/api${url}`,
      headers: {
        authorization: basic(),
        "blade-auth": `bearer ${token.access_token}`,
        ...(accepted === undefined ? {} : { "accept-encoding": accepted }),
      },
    });
  const buttons = "/blade-system/menu/buttons";
  const plain = await ask(buttons);
  expect(plain.headers).not.toHaveProperty("content-encoding");
  const small = await ask(buttons, "gzip, deflate, br, zstd");
  expect(small.headers).toMatchObject({
    "content-encoding": "br",
    "content-length": String(small.rawPayload.length),
    "content-type": plain.headers["content-type"],
    vary: "accept-encoding",
    "cache-control": "no-store",
  });
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe(plain.body);
  expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 8);
  const zipped = await ask(buttons, "gzip;q=1, br;q=0");
  expect(zipped.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body);
  expect((await ask(buttons, "identity")).headers).not.toHaveProperty("content-encoding");
  expect((await ask("/blade-system/menu/top-menu", "br")).headers).not.toHaveProperty("content-encoding");
  const again = await app.inject({
    method: "POST",
    url: "/api/blade-auth/oauth/token",
    query: { grant_type: "refresh_token", tenantId: "000000", refresh_token: token.refresh_token },
    headers: { authorization: basic(), "tenant-id": "000000", "accept-encoding": "br" },
  });
  expect(again.body.length).toBeGreaterThan(1024);
  expect(again.headers).not.toHaveProperty("content-encoding");
});

const promise = defineResource({
  // Known to this test's model only.
  name: "promise" as never,
  label: ["承诺", "Promise"],
  path: "/test/promise",
  title: "name",
  fields: { name: text("名称", "Name") },
  actions: { keep: { label: ["兑现", "Keep"], on: "screen", open: "signed-in", handler: true } },
});

test("the log names each request with its caller, and holds nothing of what it carried", async () => {
  const directory = await mkdtemp(join(tmpdir(), "tracemark-log-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const file = join(directory, "server.log");
  const model = buildModel([...definitions, { data: promise, file: "resources/system/promise.ts", area: "system" }], areas);
  const { app, database } = await startTestServer({ model, log: { level: "debug", file } });
  const token = await signIn(app, "admin");
  await askForToken(app, "admin", { password: "wrong" });
  await call(app, token, "POST /blade-user/update-password", {
    query: {
      oldPassword: transformed(password, "md5"),
      newPassword: transformed("new word", "md5"),
      newPassword1: transformed("new word", "md5"),
    },
  });
  await call(app, token, "POST /blade-system/param/submit", {
    payload: { paramName: "a secret value", paramKey: "k", paramValue: "v" },
  });
  const traced = "4bf92f3577b34da6a3ce929d0e0e4736";
  await app.inject({ url: "/livez", headers: { traceparent: `00-${traced}-00f067aa0ba902b7-01` } });
  await app.inject({ url: "/livez", headers: { traceparent: 'not a trace","level":60' } });
  // Declared, and nobody has implemented it: no fault of the server.
  await call(app, token, "POST /test/promise/keep");
  await database.owner.transaction((tx) => tx.query({ sql: "alter table factory rename column name to something", parameters: [] }));
  await call(app, token, "GET /digit-bind/factory/list?name=personal");
  const log = await readFile(file, "utf8");
  const lines = log
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>); // the logger writes objects
  expect(lines).toContainEqual(
    expect.objectContaining({
      method: "POST",
      path: "/api/blade-user/update-password",
      status: 200,
      tenant: "100001",
      user: "1002",
      reqId: expect.any(String) as string,
    }),
  );
  expect(lines).toContainEqual(expect.objectContaining({ path: "/api/test/promise/keep", status: 501 }));
  expect(lines.filter(({ path }) => path === "/livez").map((line) => [line["trace_id"], line["span_id"]])).toEqual([
    [traced, "00f067aa0ba902b7"],
    [undefined, undefined],
  ]);
  expect(lines.filter(({ level }) => Number(level) >= 50)).toEqual([expect.objectContaining({ msg: "a request failed" })]);
  for (const secret of [
    token.access_token,
    token.refresh_token,
    transformed(password, "md5"),
    transformed("new word", "md5"),
    transformed("wrong", "md5"),
    client.secret,
    basic(),
    "a secret value",
    "personal",
    "scrypt",
  ]) {
    expect(log).not.toContain(secret);
  }
});

test("the end waits for answers under way, and takes no new requests", async () => {
  let finish = (): void => undefined;
  let arrived = (): void => undefined;
  const hasArrived = new Promise<void>((resolve) => (arrived = resolve));
  const app = Fastify();
  app.get("/slow", async () => {
    arrived();
    await new Promise<void>((resolve) => (finish = resolve));
    return "done";
  });
  await app.ready();
  const http = createSwappableServer();
  http.use(app);
  const port = await http.listen({ host: "127.0.0.1", port: 0, mayMove: false });
  const slow = fetch(`http://127.0.0.1:${port}/slow`);
  await hasArrived;
  const closing = http.close();
  await expect(fetch(`http://127.0.0.1:${port}/slow`)).rejects.toThrow("fetch failed");
  finish();
  expect(await (await slow).text()).toBe("done");
  // The connection, which the other end would keep, is neither waited for nor cut by force, as those are whose answers take too long.
  const cut = vi.spyOn(http.server, "closeAllConnections");
  onTestFinished(() => cut.mockRestore());
  await closing;
  expect(cut).not.toHaveBeenCalled();
});

test("an address that a request claims to come from is believed of known proxies only", async () => {
  const { app } = await startTestServer();
  for (let turn = 1; turn <= 5; turn += 1)
    await askForToken(app, "admin", { account: `guess${turn}`, password: "wrong", headers: { "x-forwarded-for": `10.0.0.${turn}` } });
  expect((await askForToken(app, "admin", { headers: { "x-forwarded-for": "10.0.0.99" } })).body).toMatchObject({
    error_description: "用户登录失败次数过多",
  });
});
