// The machine fails, and the product does not: what can be read is, what would be written is refused by a sentence, and all goes on by itself.
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { healthOf } from "../../../src/server/operations/health.ts";
import { createMeters } from "../../../src/server/operations/meters.ts";
import { buildOperations } from "../../../src/server/operations/probes.ts";
import type { DiskUse, DiskWatch } from "../../../src/server/store/disk-space.ts";
import { isDistributedRun } from "../../support/coordinator-url.ts";
import { basic, call, serversOfFile, signIn, type Token } from "../auth/fixture.ts";

const startTestServer = serversOfFile();

/** Disks that are full where a test says so. */
function disks(): DiskWatch & { readonly full: Set<DiskUse> } {
  const full = new Set<DiskUse>();
  return {
    full,
    isFull: (use) => full.has(use),
    spaces: () => [
      {
        uses: ["database", "uploads"],
        directory: "/data",
        freeBytes: 1_000_000,
        totalBytes: 4_000_000,
        state: full.size > 0 ? "full" : "enough",
      },
    ],
    measure: () => Promise.resolve(),
    stop: () => undefined,
  };
}

const param = (key: string) => ({ payload: { paramName: key, paramKey: key, paramValue: "v" } });
const storageFull = { code: 507, success: false, data: { error: "storageFull" }, msg: expect.stringContaining("磁盘空间不足") as string };

describe("a full disk", () => {
  test("of the database refuses writes by a sentence, answers reads and sign-in, and is over when there is room", async () => {
    const watch = disks();
    const { app } = await startTestServer({ disks: watch });
    const token = await signIn(app, "platform");
    watch.full.add("database");
    const refused = await call(app, token, "POST /blade-system/param/submit", param("full"));
    expect([refused.status, refused.body]).toMatchObject([507, storageFull]);
    expect((await call(app, token, "GET /blade-system/param/list")).body).toMatchObject({ code: 200 });
    await signIn(app, "clerk");
    watch.full.clear();
    expect((await call(app, token, "POST /blade-system/param/submit", param("full"))).body).toMatchObject({ code: 200 });
  });

  // On one PostgreSQL: the tables of a cluster have no triggers, which the refusal is made by.
  test.skipIf(isDistributedRun())("that only PostgreSQL sees is told by the same sentence, in the reader's language", async () => {
    const { app, database } = await startTestServer();
    const token = await signIn(app, "platform");
    const run = (sql: string) => database.owner.transaction((tx) => tx.query({ sql, parameters: [] }));
    await run(`create function no_room() returns trigger language plpgsql as $$ begin
      raise exception using errcode = '53100', message = 'could not extend file "base/5/1": No space left on device'; end $$`);
    await run("create trigger no_room before insert on param for each row execute function no_room()");
    onTestFinished(async () => void (await run("drop function no_room cascade")));
    const submit = (language: string) =>
      call(app, token, "POST /blade-system/param/submit", { ...param("k"), headers: { "accept-language": language } });
    expect((await submit("zh")).body).toMatchObject(storageFull);
    const english = await submit("en");
    expect([english.status, english.body]).toMatchObject([507, { msg: expect.stringContaining("disk is full") as string }]);
  });

  test.skipIf(!existsSync("/dev/full"))("of the log costs lines, and neither an answer nor the process", async () => {
    const { app } = await startTestServer({ log: { level: "debug", file: "/dev/full" } });
    const token = await signIn(app, "platform");
    expect((await call(app, token, "GET /blade-system/param/list")).body).toMatchObject({ code: 200 });
    expect((await call(app, token, "POST /blade-system/param/submit", param("log"))).body).toMatchObject({ code: 200 });
  });
});

const endpoint = "/api/blade-resource/oss/endpoint";
const headersOf = (by: Token) => ({ authorization: basic(), "blade-auth": `bearer ${by.access_token}` });
const tus = { "tus-resumable": "1.0.0" };
const film = (bytes: number): Buffer => Buffer.concat([Buffer.from("\0\0\0\x18ftypmp42"), randomBytes(bytes - 12)]);

async function uploadServer() {
  const directory = await mkdtemp(join(tmpdir(), "tracemark-machine-test-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const watch = disks();
  const { app } = await startTestServer({ uploadDirectory: directory, disks: watch });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo; // it listens on a port
  const token = await signIn(app, "admin");
  const left = async () =>
    (await readdir(directory, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map(({ name }) => name);
  /** Bytes of an upload that have come. */
  const stored = async (place: string) => (await stat(join(directory, ".incoming", "parts", place.split("/").at(-1) ?? ""))).size;
  return { app, watch, port, token, left, stored };
}

async function begin(app: FastifyInstance, token: Token, bytes: number) {
  const metadata = `filename ${Buffer.from("film.mp4").toString("base64")}`;
  const started = await app.inject({
    method: "POST",
    url: `${endpoint}/uploads`,
    headers: { ...headersOf(token), ...tus, "upload-length": String(bytes), "upload-metadata": metadata },
  });
  return { status: started.statusCode, place: String(started.headers.location), body: started.body };
}

/** A connection on which requests are written by hand; answers what has come as soon as a pattern is in it. */
async function connection(port: number) {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
  return {
    leave: () => void socket.end(),
    send: (content: string | Buffer) => new Promise<void>((resolve) => socket.write(content, () => resolve())),
    answered: async (pattern: RegExp) => {
      await expect.poll(() => text, { timeout: 20_000 }).toMatch(pattern);
      return text;
    },
  };
}
const patch = (place: string, offset: number, length: number, token: Token): string =>
  [
    `PATCH ${place} HTTP/1.1`,
    "host: 127.0.0.1",
    ...Object.entries({ ...headersOf(token), ...tus }).map(([name, value]) => `${name}: ${value}`),
    "content-type: application/offset+octet-stream",
    `upload-offset: ${offset}`,
    `content-length: ${length}`,
    "",
    "",
  ].join("\r\n");

describe("an upload", () => {
  const bytes = 4 * 1024 * 1024;

  test("that takes the last room is refused by a sentence, and goes on where it stopped when there is room", async () => {
    const { app, watch, port, token, stored } = await uploadServer();
    const content = film(bytes);
    const { place } = await begin(app, token, bytes);
    const line = await connection(port);
    await line.send(patch(place, 0, bytes, token));
    await line.send(content.subarray(0, bytes / 2));
    await expect.poll(() => stored(place)).toBeGreaterThan(0);
    watch.full.add("uploads");
    // The sender goes on until it has sent all, and its connection is good for more.
    await line.send(content.subarray(bytes / 2));
    expect(await line.answered(/HTTP\/1\.1 507/)).toMatch(/磁盘空间不足/);
    await line.send(
      `HEAD ${place} HTTP/1.1\r\nhost: x\r\n${Object.entries({ ...headersOf(token), ...tus })
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join("")}\r\n`,
    );
    const offset = Number(/upload-offset: (\d+)/.exec(await line.answered(/upload-offset: \d+/))?.[1]);
    expect(offset).toBeGreaterThan(0);
    expect((await begin(app, token, bytes)).status).toBe(507);
    watch.full.clear();
    await line.send(patch(place, offset, bytes - offset, token));
    await line.send(content.subarray(offset));
    await line.answered(/HTTP\/1\.1 204/);
    const finished = await app.inject({
      method: "POST",
      url: `${endpoint}/finish-upload?uploadId=${place.split("/").at(-1) ?? ""}`,
      headers: headersOf(token),
    });
    expect(finished.json()).toMatchObject({ code: 200, data: { originalName: "film.mp4" } });
  });

  test("whose part is refused while it is being sent leaves no connection behind, whether its sender goes on or is gone", async () => {
    const { app, port, token } = await uploadServer();
    const { place } = await begin(app, token, bytes);
    const refusedHalfway = async () => {
      const line = await connection(port);
      await line.send(patch(place, 99, 2_000_000, token));
      await line.send(randomBytes(1_000_000));
      expect(await line.answered(/HTTP\/1\.1 409/)).toMatch(/上传位置不一致/);
      return line;
    };
    const staying = await refusedHalfway();
    await staying.send(randomBytes(1_000_000));
    await staying.send("GET /api/blade-auth/oauth/captcha HTTP/1.1\r\nhost: x\r\n\r\n");
    await staying.answered(/HTTP\/1\.1 200/);
    staying.leave();
    (await refusedHalfway()).leave();
    const connections = () => new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));
    await expect.poll(connections, { timeout: 20_000 }).toBe(0);
  });

  test("of a form leaves nothing of itself on a disk that is full", async () => {
    const { app, watch, token, left } = await uploadServer();
    watch.full.add("uploads");
    const form = new FormData();
    form.append("file", new Blob(["%PDF-1.7\n% a document\n"]), "a.pdf");
    const request = new Request("http://x", { method: "POST", body: form });
    const refused = await app.inject({
      method: "POST",
      url: `${endpoint}/put-file`,
      headers: { ...headersOf(token), "content-type": request.headers.get("content-type") ?? "" },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    expect([refused.statusCode, refused.json()]).toMatchObject([507, storageFull]);
    expect(await left()).toEqual([]);
  });
});

describe("programs that look after the server", () => {
  test("learn whether it is alive and ready, and nothing about it at its public address", async () => {
    const watch = disks();
    const { app, database } = await startTestServer({ disks: watch });
    expect((await app.inject("/livez")).body).toBe("ok\n");
    const ready = await app.inject("/readyz");
    expect([ready.statusCode, ready.json(), ready.headers["cache-control"]]).toEqual([200, { status: "ok" }, "no-store"]);
    watch.full.add("database");
    // Reads go on: a balancer that took the server away would end them.
    const ask = healthOf({ database, disks: watch });
    expect(await ask()).toMatchObject({ status: "degraded", checks: { database: { status: "ok" }, disk: { status: "degraded" } } });
  });

  test("are told what is wrong at the operators' address: the database, jobs that nobody looks for, a disk", async () => {
    const counts = { open: 1, idle: 1, waiting: 0 };
    const silent = { ok: false, milliseconds: 1500, tenants: counts, owner: counts, problem: { kind: "timeout" } } as const;
    const app = await buildOperations(
      healthOf({ database: { health: () => Promise.resolve(silent) }, jobs: { lookedAt: Date.now() - 60_000 }, disks: disks() }),
      { contentType: "text/plain", text: () => Promise.resolve(""), count: () => undefined, exported: () => undefined },
    );
    const ready = await app.inject("/readyz");
    expect([ready.statusCode, ready.json()]).toMatchObject([
      503,
      {
        status: "unavailable",
        checks: {
          database: { status: "unavailable", reason: "it does not answer" },
          jobs: { status: "degraded", reason: expect.stringContaining("nobody has looked for jobs since") as string },
          disk: { status: "ok", disks: [{ directory: "/data" }] },
        },
      },
    ]);
  });

  test("read figures that Prometheus understands, which name neither people nor tenants", async () => {
    const { database } = await startTestServer();
    const meters = createMeters({ database, disks: disks() });
    const { app } = await startTestServer({ meters });
    const token = await signIn(app, "platform");
    await call(app, token, "GET /blade-system/param/list");
    await call(app, token, "POST /blade-system/param/submit", param("metrics"));
    meters.exported("csv", 12);
    const text = await meters.text();
    const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    for (const line of lines) expect(line).toMatch(/^[a-z_:][a-z0-9_:]*(?:\{(?:[a-z_]+="[^"]*",?)+\})? (?:[-+0-9.e]+|NaN|[+-]Inf)$/i);
    expect(lines).toEqual(
      expect.arrayContaining([
        'tracemark_http_requests_total{method="GET",resource="param",status="200"} 1',
        'tracemark_http_requests_total{method="POST",resource="param",status="200"} 1',
        "tracemark_database_up 1",
        'tracemark_exports_total{format="csv"} 1',
        "tracemark_exported_rows_total 12",
        'tracemark_disk_free_bytes{directory="/data"} 1000000',
        expect.stringMatching(/^tracemark_database_connections\{pool="tenants",state="waiting"\} 0$/) as string,
        expect.stringMatching(/^tracemark_scans\{kind="consumer"\} \d+$/) as string,
        expect.stringMatching(/^process_cpu_seconds_total [\d.]+$/) as string,
      ]),
    );
    // In labels: a figure, such as a number of bytes or of seconds, may have any digits.
    expect(lines.filter((line) => /"[^"]*(?:100001|boss)/.test(line))).toEqual([]);
  });
});
