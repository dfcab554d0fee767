// The end of a process behind a proxy: it answers whatever arrives until nothing more does, and the proxy learns of it.
import { Agent, request, type IncomingMessage } from "node:http";
import { once } from "node:events";
import { connect } from "node:net";
import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { createSwappableServer } from "../../../src/server/http/server.ts";
import { healthOf } from "../../../src/server/operations/health.ts";
import { serveProbes } from "../../../src/server/operations/probes.ts";

const drainMs = 400;

interface Answer {
  readonly status: number;
  readonly connection: string | undefined;
  readonly text: string;
}

async function place() {
  const http = createSwappableServer();
  const app = Fastify();
  serveProbes(app, healthOf({ isEnding: http.isEnding }));
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const echoed: unknown[] = [];
  app.all("/echo", (call) => {
    echoed.push(call.body ?? call.method);
    return { echoed: call.body ?? null };
  });
  app.post("/slow", async () => {
    arrive();
    await finished;
    return "done";
  });
  await app.ready();
  http.use(app);
  const port = await http.listen({ host: "127.0.0.1", port: 0, mayMove: false });
  onTestFinished(() => http.close());
  // As a proxy does, which keeps connections open and uses them again.
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const ask = (method: string, path: string, { headers = {}, body }: { headers?: Record<string, string>; body?: object } = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const call = request({ agent, host: "127.0.0.1", port, method, path, headers }, (answer: IncomingMessage) => {
        let text = "";
        answer
          .setEncoding("utf8")
          .on("data", (chunk: string) => (text += chunk))
          .on("end", () => resolve({ status: answer.statusCode ?? 0, connection: answer.headers.connection, text }));
      });
      call.on("error", reject);
      if (body === undefined) return void call.end();
      call.setHeader("content-type", "application/json");
      call.end(JSON.stringify(body));
    });
  return { http, port, ask, finish, arrived, echoed };
}

test("a process that ends answers what is sent meanwhile, each answer as the last of its connection, and is told apart by /readyz", async () => {
  const { http, ask, finish, arrived } = await place();
  expect(await ask("GET", "/readyz")).toMatchObject({ status: 200, connection: "keep-alive" });
  const slow = ask("POST", "/slow");
  await arrived;
  const closing = http.close(drainMs);
  expect(await ask("GET", "/readyz")).toEqual({ status: 503, connection: "close", text: '{"status":"unavailable"}' });
  expect(await ask("GET", "/livez")).toMatchObject({ status: 200, connection: "close" });
  const sent = await ask("POST", "/echo", { body: { n: 1 } });
  expect(sent).toEqual({ status: 200, connection: "close", text: '{"echoed":{"n":1}}' });
  finish();
  expect(await slow).toEqual({ status: 200, connection: "close", text: "done" });
  await closing;
  await expect(ask("GET", "/livez")).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

test("a request that comes on an idle connection at the moment at which the process stops to listen is answered", async () => {
  const { http, ask, port } = await place();
  const idle = connect(port, "127.0.0.1").setEncoding("utf8");
  onTestFinished(() => void idle.destroy());
  let text = "";
  idle.on("data", (chunk: string) => (text += chunk));
  const ended = once(idle, "end");
  idle.write("POST /echo HTTP/1.1\r\nhost: here\r\ncontent-length: 0\r\n\r\n");
  await expect.poll(() => text, { interval: 5 }).toContain('{"echoed":null}');
  expect(text).toContain("Connection: keep-alive");
  const closing = http.close(drainMs);
  await expect.poll(() => http.server.listening, { interval: 5, timeout: 10_000 }).toBe(false);
  await expect(ask("GET", "/livez")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  text = "";
  idle.write("POST /echo HTTP/1.1\r\nhost: here\r\ncontent-length: 0\r\n\r\n");
  await ended;
  expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(text.toLowerCase()).toContain("connection: close");
  await closing;
});

test("a proxy that passes safe requests on to another process learns of the end by one without an answer, and nothing of it was done", async () => {
  const { http, ask, echoed } = await place();
  const headers = { "x-next-upstream": "on" };
  expect(await ask("GET", "/echo", { headers })).toMatchObject({ status: 200 });
  const closing = http.close(drainMs);
  await expect(ask("GET", "/echo", { headers })).rejects.toMatchObject({ code: "ECONNRESET" });
  await expect(ask("HEAD", "/echo", { headers })).rejects.toMatchObject({ code: "ECONNRESET" });
  expect(await ask("POST", "/echo", { headers, body: { n: 2 } })).toMatchObject({ status: 200, connection: "close" });
  // Without the header nobody would send it again.
  expect(await ask("GET", "/echo")).toMatchObject({ status: 200, connection: "close" });
  await closing;
  expect(echoed).toEqual(["GET", { n: 2 }, "GET"]);
});
