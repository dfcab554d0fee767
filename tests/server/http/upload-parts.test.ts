// Large files in parts: an upload that breaks off goes on where it stopped, within the limits of other uploads, and only by whoever began it.
import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, stat, utimes } from "node:fs/promises";
import { connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Upload } from "tus-js-client";
import { clearParts } from "../../../src/server/domain/resource/upload-parts.ts";
import { basic, openTestServer, signIn, type OpenedServer, type Token } from "../auth/fixture.ts";

const endpoint = "/api/blade-resource/oss/endpoint";
let server: OpenedServer;
let directory: string;
let address: string;
let token: Token;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "tracemark-parts-test-"));
  server = await openTestServer({ uploadDirectory: directory });
  address = await server.app.listen({ host: "127.0.0.1", port: 0 });
  token = await signIn(server.app, "admin");
});
afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true, force: true });
});

const headersOf = (by: Token) => ({ authorization: basic(), "blade-auth": `bearer ${by.access_token}` });
const tus = { "tus-resumable": "1.0.0" };
const film = (bytes: number): Buffer => Buffer.concat([Buffer.from("\0\0\0\x18ftypmp42"), randomBytes(bytes - 12)]);
const unfinished = async (): Promise<readonly string[]> => readdir(join(directory, ".incoming", "parts")).catch(() => []);

async function begin(name: string, bytes: number, by = token): Promise<Response> {
  return fetch(`${address}${endpoint}/uploads`, {
    method: "POST",
    headers: {
      ...headersOf(by),
      ...tus,
      "upload-length": String(bytes),
      "upload-metadata": `filename ${Buffer.from(name).toString("base64")}`,
    },
  });
}
const placeOf = (started: Response): string => `${address}${started.headers.get("location") ?? ""}`;
const append = async (place: string, offset: number, content: Buffer, by = token): Promise<Response> =>
  fetch(place, {
    method: "PATCH",
    headers: { ...headersOf(by), ...tus, "content-type": "application/offset+octet-stream", "upload-offset": String(offset) },
    body: new Uint8Array(content),
  });
const offsetAt = async (place: string, by = token): Promise<Response> =>
  fetch(place, { method: "HEAD", headers: { ...headersOf(by), ...tus } });
async function finish(place: string, by = token) {
  const id = place.split("/").at(-1) ?? "";
  const answer = await fetch(`${new URL(place).origin}${endpoint}/finish-upload?uploadId=${id}`, {
    method: "POST",
    headers: headersOf(by),
  });
  const body = (await answer.json()) as { readonly code: number; readonly msg: string; readonly data: Readonly<Record<string, string>> };
  return { status: answer.status, ...body };
}

/** Sends a part and cuts the connection when so much of it has left. */
async function cutOff(place: string, content: Buffer, after: number): Promise<void> {
  const { port } = server.app.server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  const lines = [
    `PATCH ${new URL(place).pathname} HTTP/1.1`,
    "host: 127.0.0.1",
    ...Object.entries({ ...headersOf(token), ...tus }).map(([name, value]) => `${name}: ${value}`),
    "content-type: application/offset+octet-stream",
    "upload-offset: 0",
    `content-length: ${content.length}`,
  ];
  await new Promise<void>((resolve) => socket.write(`${lines.join("\r\n")}\r\n\r\n`, () => resolve()));
  await new Promise<void>((resolve) => socket.write(content.subarray(0, after), () => resolve()));
  await expect.poll(async () => Number((await stored(place)) ?? 0), { timeout: 20_000 }).toBeGreaterThan(0);
  socket.destroy();
}
/** What lies of an upload, without asking the server, which would end the part that is under way. */
async function stored(place: string): Promise<number | undefined> {
  return (await stat(join(directory, ".incoming", "parts", place.split("/").at(-1) ?? ""))).size;
}

test("an upload whose connection breaks goes on at its offset, and becomes a file like any other", async () => {
  const content = film(9 * 1024 * 1024);
  const place = placeOf(await begin("巡检录像.mp4", content.length));
  await cutOff(place, content, 4 * 1024 * 1024);
  const answer = await offsetAt(place);
  expect([answer.status, answer.headers.get("upload-length")]).toEqual([200, String(content.length)]);
  const offset = Number(answer.headers.get("upload-offset"));
  expect(offset).toBeGreaterThan(0);
  expect(offset).toBeLessThanOrEqual(4 * 1024 * 1024);
  expect(await finish(place)).toMatchObject({ status: 409, msg: "文件尚未传完" });
  expect((await append(place, 0, content)).status).toBe(409);
  const rest = await append(place, offset, content.subarray(offset));
  expect([rest.status, rest.headers.get("upload-offset")]).toEqual([204, String(content.length)]);
  const finished = await finish(place);
  expect(finished).toMatchObject({ code: 200, data: { originalName: "巡检录像.mp4" } });
  const fetched = await fetch(`${address}${finished.data["link"] ?? ""}`);
  expect(Buffer.from(await fetched.arrayBuffer()).equals(content)).toBe(true);
  // The answer may be lost: whoever asks again gets the same.
  const { link, ...again } = (await finish(place)).data;
  expect(link?.split("?")[0]).toBe(finished.data["link"]?.split("?")[0]);
  expect(again).toEqual({
    domain: "/upload",
    name: finished.data["name"],
    originalName: "巡检录像.mp4",
    attachId: finished.data["attachId"],
  });
  expect(await unfinished()).toEqual([]);
});

test("uploads that were begun in one process are continued in another, and each is one file however many calls finish it in both", async () => {
  const there = await (await server.sibling()).listen({ host: "127.0.0.1", port: 0 });
  const upload = async (turn: number) => {
    const name = `两台服务器${turn}.mp4`;
    const content = film(30_000);
    const place = placeOf(await begin(name, content.length));
    expect((await append(place, 0, content.subarray(0, 10_000))).status).toBe(204);
    const placeThere = place.replace(address, there);
    expect((await offsetAt(placeThere)).headers.get("upload-offset")).toBe("10000");
    expect((await append(placeThere, 10_000, content.subarray(10_000))).status).toBe(204);
    const answers = await Promise.all([finish(place), finish(placeThere), finish(place), finish(placeThere)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const [rows] = await server.database.owner.read([
      { sql: "select id::text as id from attach where original_name = $1 and is_deleted = 0", parameters: [name] },
    ]);
    expect(new Set(answers.map(({ data }) => data["attachId"]))).toEqual(new Set(rows?.rows.map(({ id }) => id)));
    expect(rows?.rows.length).toBe(1);
    const fetched = await fetch(`${there}${answers[0]?.data["link"] ?? ""}`);
    expect(Buffer.from(await fetched.arrayBuffer()).equals(content)).toBe(true);
  };
  for (const turn of [1, 2, 3, 4]) await upload(turn);
});

test("the client of the browser uploads in parts", async () => {
  const content = film(5 * 1024 * 1024);
  const sizes: number[] = [];
  const place = await new Promise<string>((resolve, reject) => {
    const upload = new Upload(content, {
      endpoint: `${address}${endpoint}/uploads`,
      headers: headersOf(token),
      metadata: { filename: "film.mp4" },
      chunkSize: 2 * 1024 * 1024,
      onChunkComplete: (size) => sizes.push(size),
      onError: reject,
      onSuccess: () => resolve(upload.url ?? ""),
    });
    upload.start();
  });
  expect(sizes).toHaveLength(3);
  expect(await finish(place)).toMatchObject({ code: 200, data: { originalName: "film.mp4" } });
});

test("nobody goes on with, learns of, ends or finishes somebody else's upload", async () => {
  const content = film(8192);
  const place = placeOf(await begin("own.mp4", content.length));
  const other = await signIn(server.app, "clerk");
  expect((await offsetAt(place, other)).status).toBe(404);
  expect((await append(place, 0, content, other)).status).toBe(404);
  expect((await fetch(place, { method: "DELETE", headers: { ...headersOf(other), ...tus } })).status).toBe(404);
  expect((await append(place, 0, content)).status).toBe(204);
  expect((await finish(place, other)).status).toBe(404);
  expect((await finish(place)).code).toBe(200);
  expect((await finish(place, other)).status).toBe(404);
  const detour = `${address}${endpoint}/uploads/${encodeURIComponent("../../secret")}`;
  expect((await offsetAt(detour)).status).toBe(404);
});

test("somebody of another tenant finds no upload, whatever its id is", async () => {
  const content = film(8192);
  const place = placeOf(await begin("own.mp4", content.length));
  const foreign = await signIn(server.app, "foreign");
  expect((await offsetAt(place, foreign)).status).toBe(404);
  expect((await append(place, 0, content, foreign)).status).toBe(404);
  expect((await append(place, 0, content)).status).toBe(204);
  expect((await finish(place, foreign)).status).toBe(404);
  expect((await fetch(place, { method: "DELETE", headers: { ...headersOf(foreign), ...tus } })).status).toBe(404);
  expect((await finish(place)).code).toBe(200);
});

test("is refused at its start where the tenant has no room for all of it, what others have begun included", async () => {
  const foreign = await signIn(server.app, "foreign");
  const set = (gigabytes: string) =>
    server.database.owner.transaction((tx) =>
      tx.query({
        sql: `with former as (delete from param where param_key = 'file.quotaGb')
          insert into param (id, param_name, param_key, param_value) values (399, 'room', 'file.quotaGb', $1)`,
        parameters: [gigabytes],
      }),
    );
  const megabyte = 1024 ** 2;
  await set("0.02");
  try {
    const first = await begin("one.mp4", 15 * megabyte, foreign);
    expect(first.status).toBe(201);
    const refused = await begin("two.mp4", 15 * megabyte, foreign);
    expect([refused.status, await refused.text()]).toEqual([413, expect.stringContaining("空间")]);
    // Whoever gives up the first has room again.
    await fetch(placeOf(first), { method: "DELETE", headers: { ...headersOf(foreign), ...tus } });
    const second = await begin("two.mp4", 15 * megabyte, foreign);
    expect(second.status).toBe(201);
    await fetch(placeOf(second), { method: "DELETE", headers: { ...headersOf(foreign), ...tus } });
  } finally {
    await server.database.owner.transaction((tx) => tx.query({ sql: "delete from param where id = 399", parameters: [] }));
  }
});

test("is refused with the limits and the types of other uploads, and leaves nothing behind", async () => {
  expect((await begin("setup.exe", 10)).status).toBe(400);
  expect((await begin("scan.pdf", 20 * 1024 * 1024 + 1)).status).toBe(413);
  expect((await begin("film.mp4", 1024 ** 3 + 1)).status).toBe(413);
  // What it is, its first bytes say.
  const place = placeOf(await begin("film.mp4", 8192));
  const refused = await append(place, 0, Buffer.concat([Buffer.from("MZ"), randomBytes(8190)]));
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("不支持的文件类型")]);
  expect((await offsetAt(place)).status).toBe(404);
  const longer = placeOf(await begin("film.mp4", 8192));
  expect((await append(longer, 0, film(9000))).status).toBe(413);
  await fetch(longer, { method: "DELETE", headers: { ...headersOf(token), ...tus } });
  expect(await unfinished()).toEqual([]);
});

test("what nobody has gone on with for a day is removed", async () => {
  const place = placeOf(await begin("film.mp4", 8192));
  const younger = placeOf(await begin("film.mp4", 8192));
  const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000);
  await utimes(join(directory, ".incoming", "parts", place.split("/").at(-1) ?? ""), yesterday, yesterday);
  await clearParts(directory, Date.now());
  expect((await offsetAt(place)).status).toBe(404);
  expect((await offsetAt(younger)).status).toBe(200);
  expect(await unfinished()).toHaveLength(2);
});
