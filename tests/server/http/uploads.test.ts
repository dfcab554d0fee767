// Uploads: what is taken, what is refused, and how it is served (docs/wire.md §9).
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import sharp from "sharp";
import { describe, expect, onTestFinished, test } from "vitest";
import { pictureOf } from "../../support/pictures.ts";
import { basic, people, serversOfFile, signIn, type Token } from "../auth/fixture.ts";

const startTestServer = serversOfFile();

const png = await pictureOf("png");
const jpg = await pictureOf("jpeg");
const pdf = Buffer.from("%PDF-1.7\n% a document\n");
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const page = Buffer.from("<!doctype html><script>alert(1)</script>");
const program = Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]);

interface Upload {
  readonly content: Buffer;
  readonly name: string;
  readonly field?: string;
  readonly type?: string;
}

function multipart({ content, name, field = "file", type = "application/octet-stream" }: Upload): {
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Buffer;
} {
  const boundary = "----boundary";
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
  return {
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

interface Stored {
  readonly code: number;
  readonly msg: string;
  readonly data: {
    readonly link: string;
    readonly domain: string;
    readonly name: string;
    readonly originalName: string;
    readonly attachId?: string;
    readonly error?: string;
  };
}

async function upload(app: FastifyInstance, token: Token | undefined, file: Upload, endpoint = "put-file") {
  const { headers, payload } = multipart(file);
  const bearer = token === undefined ? {} : { "blade-auth": `bearer ${token.access_token}` };
  const answer = await app.inject({
    method: "POST",
    url: `/api/blade-resource/oss/endpoint/${endpoint}`,
    headers: { authorization: basic(), ...bearer, ...headers },
    payload,
  });
  return { status: answer.statusCode, body: answer.json<Stored>() };
}

/** Calls as somebody who is signed in; answers the payload. */
async function call<Data>(app: FastifyInstance, token: Token, path: string, payload?: Readonly<Record<string, unknown>>) {
  const answer = await app.inject({
    method: payload === undefined ? "GET" : "POST",
    url: `/api/blade-resource/attach/${path}`,
    headers: { authorization: basic(), "blade-auth": `bearer ${token.access_token}` },
    ...(payload === undefined ? {} : { payload }),
  });
  expect(answer.json()).toMatchObject({ code: 200 });
  return answer.json<{ data: Data }>().data;
}
/** The form of a link to a private file. */
const signedLinkOf = (name: string, link: string): unknown =>
  new RegExp(`^/upload/${name}\\?until=\\d+&sign=[\\w-]{22}$`).test(link) ? link : "signed";
const attachments = async (app: FastifyInstance, token: Token) =>
  (await call<{ records: unknown }>(app, token, "list?current=1&size=100")).records;

async function uploadServer() {
  const directory = await mkdtemp(join(tmpdir(), "tracemark-upload-test-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const { app } = await startTestServer({ uploadDirectory: directory });
  const files = async () =>
    (await readdir(directory, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map((entry) => entry.name);
  return { app, token: await signIn(app, "admin"), files };
}

describe("an upload", () => {
  test("is stored under a name of its own and shown where it is a picture", async () => {
    const { app, token } = await uploadServer();
    const { status, body } = await upload(app, token, { content: png, name: "营业执照.png", type: "image/png" }, "put-file-attach");
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ originalName: "营业执照.png", domain: "/upload" });
    expect(body.data.link).toMatch(/^\/upload\/100001\/202611\/[0-9a-f]{32}\.png$/);
    const served = await app.inject(body.data.link);
    expect(served.statusCode).toBe(200);
    expect(served.headers).toMatchObject({
      "content-type": "image/png",
      "content-disposition": "inline",
      "x-content-type-options": "nosniff",
    });
    expect(served.headers["content-security-policy"]).toContain("sandbox");
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: "png", width: 40, height: 20 });
  });

  test("that is no picture is offered for saving", async () => {
    const { app, token } = await uploadServer();
    const { body } = await upload(app, token, { content: pdf, name: "report.pdf" });
    expect((await app.inject(body.data.link)).headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": 'attachment; filename="report.pdf"',
    });
    const text = await upload(app, token, { content: Buffer.from("编号,名称\n1,一\n"), name: "list.csv" });
    expect((await app.inject(text.body.data.link)).headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="list.csv"',
    });
  });

  test("of lines in two bytes a character, or with an end that old programs mark, is kept as its lines", async () => {
    const { app, token } = await uploadServer();
    const lines = "编号,名称\r\n1,一\r\n";
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(lines, "utf16le")]);
    const ended = Buffer.concat([wide, Buffer.from("\u001a", "utf16le")]);
    for (const content of [wide, Buffer.from(wide).swap16(), ended, Buffer.from(ended).swap16(), Buffer.from(`${lines}\u001a`)]) {
      const { body } = await upload(app, token, { content, name: "list.csv" });
      expect((await app.inject(body.data.link)).payload).toBe(lines);
    }
    const hidden = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(page.toString(), "utf16le")]);
    expect((await upload(app, token, { content: hidden, name: "a.txt" })).body).toMatchObject({ code: 400, data: { error: "fileType" } });
  });

  test("of a picture with another's ending gets the right one", async () => {
    const { app, token } = await uploadServer();
    expect((await upload(app, token, { content: jpg, name: "photo.png" })).body.data.link).toMatch(/\.jpg$/);
  });

  test.each<[string, Upload]>([
    ["a drawing that can hold scripts", { content: svg, name: "logo.svg", type: "image/svg+xml" }],
    ["a page called a picture", { content: page, name: "a.png", type: "image/png" }],
    ["a page called text", { content: page, name: "a.txt" }],
    ["a drawing called text", { content: Buffer.concat([Buffer.from("\ufeff  "), svg]), name: "a.csv" }],
    ["a program", { content: program, name: "tool.exe" }],
    ["a program called a picture", { content: program, name: "tool.jpg" }],
    ["text with control characters", { content: Buffer.from("a\0b\x1b[2J"), name: "a.txt" }],
    ["an archive called a picture", { content: Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), name: "a.jpg" }],
    ["a file without an ending", { content: Buffer.from("plain"), name: "README" }],
  ])("of %s is refused, and nothing is kept", async (_name, file) => {
    const { app, token, files } = await uploadServer();
    const { status, body } = await upload(app, token, file);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 400, data: { error: "fileType" }, msg: "不支持的文件类型" });
    expect(await files()).toEqual([]);
  });

  test("that is too large is refused, and nothing is kept", async () => {
    const { app, token, files } = await uploadServer();
    const picture = await upload(app, token, { content: Buffer.concat([png, Buffer.alloc(5120 * 1024)]), name: "large.png" });
    expect(picture.status).toBe(413);
    expect(picture.body).toMatchObject({ code: 413, data: { error: "tooLarge" } });
    const other = await upload(app, token, { content: Buffer.concat([pdf, Buffer.alloc(20_480 * 1024)]), name: "large.pdf" });
    expect(other.status).toBe(413);
    expect(await files()).toEqual([]);
  });

  test("that is empty, missing or under another name is refused", async () => {
    const { app, token } = await uploadServer();
    expect((await upload(app, token, { content: Buffer.alloc(0), name: "a.png" })).body).toMatchObject({
      code: 400,
      data: { error: "fileEmpty" },
    });
    expect((await upload(app, token, { content: png, name: "a.png", field: "picture" })).body).toMatchObject({
      code: 400,
      data: { error: "missingParameter" },
    });
    const answer = await app.inject({
      method: "POST",
      url: "/api/blade-resource/oss/endpoint/put-file",
      headers: { "blade-auth": `bearer ${token.access_token}`, "content-type": "application/json" },
      payload: "{}",
    });
    expect(answer.statusCode).toBe(415);
  });

  test("never leaves its directory, whatever it is called", async () => {
    const { app, token } = await uploadServer();
    for (const name of [
      "../../../../tmp/evil.png",
      "..\\..\\evil.png",
      "/etc/evil.png",
      ".hidden.png",
      "a\u0007b.png",
      "x".repeat(400) + ".png",
    ]) {
      const { body } = await upload(app, token, { content: png, name });
      expect(body.data.link).toMatch(/^\/upload\/100001\/202611\/[0-9a-f]{32}\.png$/);
      expect(body.data.originalName).not.toMatch(/[\\/\p{Cc}]/u);
      expect(body.data.originalName.length).toBeLessThanOrEqual(255);
    }
  });

  test("needs a token", async () => {
    const { app, files } = await uploadServer();
    expect((await upload(app, undefined, { content: png, name: "a.png" })).body).toMatchObject({ code: 401 });
    expect(await files()).toEqual([]);
  });
});

describe("an upload that is kept among the attachments", () => {
  test("has its row, with the name it had, its size and who brought it", async () => {
    const { app, token } = await uploadServer();
    const { body } = await upload(app, token, { content: pdf, name: "质检报告.pdf" }, "put-file-attach");
    const { link, name, attachId } = body.data;
    expect(link).toBe(signedLinkOf(name, link));
    expect(await attachments(app, token)).toMatchObject([
      { id: attachId, link, name, domain: "/upload", originalName: "质检报告.pdf", extension: "pdf", attachSize: pdf.length },
    ]);
    expect(await call(app, token, `detail?id=${attachId}`)).toMatchObject({ file: link, createUser: people.admin.id });
  });

  test("is seen by its own tenant only", async () => {
    const { app, token } = await uploadServer();
    await upload(app, token, { content: pdf, name: "a.pdf" }, "put-file-attach");
    expect(await attachments(app, await signIn(app, "foreign"))).toEqual([]);
  });

  test("has no row where it is refused, and none where it is only stored", async () => {
    const { app, token } = await uploadServer();
    await upload(app, token, { content: program, name: "tool.exe" }, "put-file-attach");
    await upload(app, token, { content: png, name: "avatar.png" });
    expect(await attachments(app, token)).toEqual([]);
  });

  test("keeps its one row when the dialog that uploaded it is saved, under the name given there", async () => {
    const { app, token } = await uploadServer();
    const { body } = await upload(app, token, { content: pdf, name: "scan0001.pdf" }, "put-file-attach");
    const saved = await call(app, token, "submit", { file: body.data.link, originalName: "合同.pdf" });
    expect(saved).toMatchObject({ id: body.data.attachId });
    expect(await attachments(app, token)).toMatchObject([{ id: body.data.attachId, originalName: "合同.pdf", attachSize: pdf.length }]);
  });

  test("gets what is known of it when its row is added by its address", async () => {
    const { app, token } = await uploadServer();
    const { body } = await upload(app, token, { content: png, name: "a.png" });
    const { link, name } = body.data;
    await call(app, token, "submit", { file: link });
    expect(await attachments(app, token)).toMatchObject([
      { link: expect.stringContaining(link), name, domain: "/upload", extension: "png", originalName: name.split("/").at(-1) },
    ]);
  });
});

test("nothing beside uploaded files is served below their path, nor a list of them", async () => {
  const { app, token } = await uploadServer();
  await upload(app, token, { content: png, name: "a.png" });
  for (const url of [
    "/upload/",
    "/upload",
    "/upload/100001",
    "/upload/100001/202611/",
    "/upload/.incoming/",
    "/upload/../package.json",
    "/upload/..%2f..%2fetc%2fpasswd",
    "/upload/%2e%2e/%2e%2e/etc/passwd",
    "/upload/100001/202611/%00.png",
  ]) {
    const answer = await app.inject(url);
    expect(answer.statusCode, url).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode, url).toBeLessThan(500);
    expect(answer.body, url).not.toMatch(/root:|\.png"|dependencies/);
  }
});
