// What the frame does around every request: a log that keeps no secret, an end that cuts nobody off, addresses that are believed.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { transformed } from "../../../src/server/auth/password-hash.ts";
import { createSwappableServer } from "../../../src/server/http/server.ts";
import { askForToken, basic, call, client, password, signIn, startTestServer } from "../auth/fixture.ts";

test("the log names each request with its caller, and holds nothing of what it carried", async () => {
  const directory = await mkdtemp(join(tmpdir(), "tracemark-log-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const file = join(directory, "server.log");
  const { app, database } = await startTestServer({ log: { level: "debug", file } });
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
  // Declared, and nobody has implemented it: no fault of the server.
  await call(app, token, "GET /blade-flow/work/todo-list");
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
  expect(lines).toContainEqual(expect.objectContaining({ path: "/api/blade-flow/work/todo-list", status: 501 }));
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
  const answered = performance.now();
  await closing;
  // The connection, which the other end would keep, is not waited for.
  expect(performance.now() - answered).toBeLessThan(5_000);
});

test("an address that a request claims to come from is believed of known proxies only", async () => {
  const { app } = await startTestServer();
  for (let turn = 1; turn <= 5; turn += 1)
    await askForToken(app, "admin", { account: `guess${turn}`, password: "wrong", headers: { "x-forwarded-for": `10.0.0.${turn}` } });
  expect((await askForToken(app, "admin", { headers: { "x-forwarded-for": "10.0.0.99" } })).body).toMatchObject({
    error_description: "用户登录失败次数过多",
  });
});
