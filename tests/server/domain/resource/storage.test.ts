// Object storages: where new files go, what the test of a configuration says, and how files are read back (docs/files.md).
import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pictureOf } from "../../../support/pictures.ts";
import { startS3, type S3Server } from "../../../support/s3-server.ts";
import { basic, openTestServer, signIn, type OpenedServer, type Token } from "../../auth/fixture.ts";

const secretKey = "secret of the tester";
let s3: S3Server;
let server: OpenedServer;
let directory: string;
let token: Token;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "tracemark-storage-test-"));
  s3 = await startS3();
  server = await openTestServer({ uploadDirectory: directory, internalHosts: ["127.0.0.1"] });
  token = await signIn(server.app, "admin");
});
afterAll(async () => {
  await server.close();
  await s3.close();
  await rm(directory, { recursive: true, force: true });
});

interface Answer {
  readonly code: number;
  readonly msg: string;
  readonly data: Readonly<Record<string, unknown>>;
}

async function call(path: string, payload: Readonly<Record<string, unknown>> = {}, language = "zh-CN"): Promise<Answer> {
  const answer = await server.app.inject({
    method: "POST",
    url: `/api${path}`,
    headers: { authorization: basic(), "blade-auth": `bearer ${token.access_token}`, "accept-language": language },
    payload,
  });
  return answer.json<Answer>();
}

async function put(app: FastifyInstance, name: string, content: Buffer, endpoint = "put-file") {
  const form = new FormData();
  form.set("file", new Blob([new Uint8Array(content)]), name);
  const body = new Response(form);
  const answer = await app.inject({
    method: "POST",
    url: `/api/blade-resource/oss/endpoint/${endpoint}`,
    headers: {
      authorization: basic(),
      "blade-auth": `bearer ${token.access_token}`,
      "content-type": body.headers.get("content-type") ?? "",
    },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  return answer.json<{
    readonly code: number;
    readonly msg: string;
    readonly data: { readonly link: string; readonly name: string; readonly error?: string };
  }>();
}

let number = 0;
async function configuration(more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const values = {
    category: "1",
    ossCode: `s3-${(number += 1)}`,
    endpoint: s3.endpoint,
    bucketName: "trace",
    accessKey: "tester",
    secretKey,
  };
  const { code, msg, data } = await call("/blade-resource/oss/submit", { ...values, ...more });
  expect(code, msg).toBe(200);
  return String(data["id"]);
}
const localFiles = async () =>
  (await readdir(directory, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).map((entry) => entry.name);
const pdf = Buffer.from(`%PDF-1.7\n${"a document of some length\n".repeat(1000)}`);

describe("the test of a configuration", () => {
  test("writes, reads and deletes a file with the keys of the row", async () => {
    s3.calls.length = 0;
    expect(await call(`/blade-resource/oss/test?id=${await configuration()}`)).toMatchObject({ code: 200 });
    expect(s3.calls.map(({ method }) => method)).toEqual(["PUT", "GET", "DELETE"]);
    expect(s3.objects.size).toBe(0);
  });

  test.each<[string, Readonly<Record<string, unknown>>, string, string]>([
    ["a wrong secret key", { secretKey: "wrong secret" }, "storeSecretKey", "写入测试文件失败：secretKey 不正确（签名不匹配）"],
    ["an unknown access key", { accessKey: "nobody" }, "storeAccessKey", "写入测试文件失败：accessKey 不存在或已停用"],
    ["a bucket that is missing", { bucketName: "nowhere" }, "storeBucket", "写入测试文件失败：空间（bucket）不存在，请检查空间名"],
    [
      "a host that is missing",
      { endpoint: "https://storage.invalid" },
      "storeHost",
      "写入测试文件失败：找不到该主机，请检查资源地址的域名",
    ],
    [
      "an internal address",
      { endpoint: "https://10.0.0.8" },
      "storeRefused",
      "不允许访问内部地址“10.0.0.8”；确需访问请由运维在 INTERNAL_HOSTS 中登记",
    ],
    [
      "a port where nothing listens",
      { endpoint: "http://127.0.0.1:1" },
      "storeUnreachable",
      "写入测试文件失败：无法连接到资源地址（ECONNREFUSED），请检查地址与端口",
    ],
  ])("says what is wrong with %s", async (_name, wrong, error, msg) => {
    expect(await call(`/blade-resource/oss/test?id=${await configuration(wrong)}`)).toMatchObject({ code: 400, msg, data: { error } });
  });

  test.each([
    ["write", ["read", "delete"], "Writing the test file failed: The keys have no right to write files in the bucket"],
    ["read", ["write", "delete"], "Reading the test file failed: The keys have no right to read files in the bucket"],
    ["delete", ["write", "read"], "Deleting the test file failed: The keys have no right to delete files in the bucket"],
  ] as const)("says that the keys have no right to %s", async (step, rights, msg) => {
    s3.keys.set(`no-${step}`, { secret: secretKey, rights });
    const id = await configuration({ accessKey: `no-${step}` });
    expect(await call(`/blade-resource/oss/test?id=${id}`, {}, "en-US")).toMatchObject({
      code: 400,
      msg,
      data: { error: "storeDenied", step },
    });
  });

  test("says that the clocks differ", async () => {
    const id = await configuration();
    s3.skewMs = 60 * 60 * 1000;
    const answer = await call(`/blade-resource/oss/test?id=${id}`, {}, "en-US");
    s3.skewMs = 0;
    expect(answer).toMatchObject({ code: 400, data: { error: "storeClock" } });
    expect(answer.msg).toContain("The clocks of this server and of the storage differ too much");
  });

  test("is never answered with a secret, nor is the row", async () => {
    const id = await configuration({ secretKey: "never to be seen" });
    const answer = await server.app.inject({
      url: `/api/blade-resource/oss/detail?id=${id}`,
      headers: { authorization: basic(), "blade-auth": `bearer ${token.access_token}` },
    });
    expect(answer.body).not.toContain("never to be seen");
    expect(answer.json<Answer>().data).not.toHaveProperty("secretKey");
    expect(answer.json<Answer>().data).not.toHaveProperty("accessKey");
    // Left empty or masked, it stays as it is: the keys are still those that were given.
    await call("/blade-resource/oss/submit", { id, remark: "changed", secretKey: "******" });
    s3.keys.set("kept", { secret: "never to be seen", rights: ["write", "read", "delete"] });
    await call("/blade-resource/oss/submit", { id, accessKey: "kept", secretKey: "" });
    expect(await call(`/blade-resource/oss/test?id=${id}`)).toMatchObject({ code: 200 });
  });
});

describe("with an enabled configuration", () => {
  let id: string;
  beforeAll(async () => {
    id = await configuration();
    expect(await call(`/blade-resource/oss/enable?id=${id}`)).toMatchObject({ code: 200 });
  });

  test("new files go into the bucket, and earlier ones stay readable where they are", async () => {
    const before = await localFiles();
    const { data } = await put(server.app, "报告.pdf", pdf);
    expect(await localFiles()).toEqual(before);
    expect(s3.objects.get(`trace/${data.name}`)?.equals(pdf)).toBe(true);
    expect(s3.types.get(`trace/${data.name}`)).toBe("application/pdf");
    const served = await server.app.inject(data.link);
    expect(served.rawPayload.equals(pdf)).toBe(true);
    expect(served.headers["content-disposition"]).toBe("attachment; filename=\"__.pdf\"; filename*=UTF-8''%E6%8A%A5%E5%91%8A.pdf");
    const part = await server.app.inject({ url: data.link, headers: { range: "bytes=5-104" } });
    expect(part.statusCode).toBe(206);
    expect(part.rawPayload.equals(pdf.subarray(5, 105))).toBe(true);
  });

  test("a file larger than a part of the protocol arrives whole", async () => {
    const content = Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(18 * 1024 * 1024, "large")]);
    const { data } = await put(server.app, "large.pdf", content);
    const hash = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
    expect(hash(s3.objects.get(`trace/${data.name}`) ?? Buffer.alloc(0))).toBe(hash(content));
  });

  test("a storage that refuses leaves nothing behind, and the person is told why", async () => {
    s3.keys.set("tester", { secret: secretKey, rights: ["read", "delete"] });
    const before = [await localFiles(), s3.objects.size];
    const refused = await put(server.app, "a.pdf", pdf);
    s3.keys.set("tester", { secret: secretKey, rights: ["write", "read", "delete"] });
    expect(refused).toMatchObject({ code: 503, msg: "对象存储不可用：该密钥没有在空间中写入文件的权限", data: { error: "storeDenied" } });
    expect([await localFiles(), s3.objects.size]).toEqual(before);
  });

  test("files stay readable after it is disabled by another, and it can be neither removed nor pointed elsewhere", async () => {
    const { data } = await put(server.app, "a.pdf", pdf);
    expect(await call(`/blade-resource/oss/enable?id=${await configuration()}`)).toMatchObject({ code: 200 });
    expect((await server.app.inject(data.link)).rawPayload.equals(pdf)).toBe(true);
    expect(await call(`/blade-resource/oss/remove?ids=${id}`)).toMatchObject({ code: 400, data: { error: "inUse" } });
    expect(await call("/blade-resource/oss/submit", { id, bucketName: "elsewhere" })).toMatchObject({
      code: 400,
      msg: expect.stringContaining("请先迁移到其他存储再修改"),
    });
  });

  test("at most one row of a tenant is enabled, whatever writes it", async () => {
    await expect(
      server.database.owner.transaction((tx) => tx.query({ sql: "update oss set status = 2 where tenant_id = '100001'", parameters: [] })),
    ).rejects.toMatchObject({ code: "23505" });
  });

  test("one with an address that must not be called is not enabled", async () => {
    expect(await call(`/blade-resource/oss/enable?id=${await configuration({ endpoint: "http://192.168.0.9:9000" })}`)).toMatchObject({
      code: 400,
      data: { error: "storeRefused" },
    });
  });
});

describe("a picture", () => {
  test("loses what the camera wrote into it, the right way up, and is made small where a list asks", async () => {
    const taken = await sharp(await pictureOf("jpeg", { width: 800, height: 400 }))
      .withExif({ IFD0: { Copyright: "Zhang Wei" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "26/1 35/1 0/1" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(taken).metadata()).exif).toBeDefined();
    const { data } = await put(server.app, "photo.jpg", taken);
    const served = await server.app.inject(data.link);
    expect(served.headers["content-disposition"]).toBe("inline");
    const stored = await sharp(served.rawPayload).metadata();
    expect(stored).toMatchObject({ format: "jpeg", width: 400, height: 800 });
    expect(stored.exif).toBeUndefined();
    expect(served.rawPayload.includes("Zhang Wei")).toBe(false);
    const small = await server.app.inject(`${data.link}?size=s`);
    expect(small.headers["content-type"]).toBe("image/webp");
    expect(await sharp(small.rawPayload).metadata()).toMatchObject({ format: "webp", width: 48, height: 96 });
    expect((await server.app.inject(`${data.link}?size=s`)).rawPayload.equals(small.rawPayload)).toBe(true);
    expect((await server.app.inject(`${data.link}?size=huge`)).rawPayload.equals(served.rawPayload)).toBe(true);
  });

  test("of more points than a computer can bear is refused, however few bytes it has", async () => {
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: "#000" }, limitInputPixels: false })
      .png()
      .toBuffer();
    expect(bomb.length).toBeLessThan(1024 * 1024);
    expect(await put(server.app, "bomb.png", bomb)).toMatchObject({ code: 400, data: { error: "pictureTooManyPixels" } });
  });

  test("that only begins like one is refused", async () => {
    const broken = Buffer.concat([(await pictureOf("png")).subarray(0, 40), Buffer.alloc(500, 7)]);
    expect(await put(server.app, "a.png", broken)).toMatchObject({ code: 400, data: { error: "pictureDamaged" } });
  });

  test("that moves stays as it is", async () => {
    const frames = await Promise.all(
      ["#f00", "#0f0"].map((background) =>
        sharp({ create: { width: 20, height: 20, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const moving = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const { data } = await put(server.app, "a.gif", moving);
    expect((await server.app.inject(data.link)).rawPayload.equals(moving)).toBe(true);
  });
});

describe("a file that is private", () => {
  test("opens by the link that it was answered with, for about an hour, and not by its address", async () => {
    const { data } = await put(server.app, "contract.pdf", pdf);
    const [address = ""] = data.link.split("?");
    expect((await server.app.inject(data.link)).statusCode).toBe(200);
    const bare = await server.app.inject(address);
    expect(bare.statusCode).toBe(403);
    expect(bare.json()).toMatchObject({ data: { error: "privateFile" } });
    expect((await server.app.inject(data.link.replace(/sign=./, (text) => (text.endsWith("A") ? "sign=B" : "sign=A")))).statusCode).toBe(
      403,
    );
    const other = await put(server.app, "other.pdf", pdf);
    expect((await server.app.inject(`${address}?${other.data.link.split("?")[1]}`)).statusCode).toBe(403);
    server.pass(91 * 60 * 1000);
    expect((await server.app.inject(data.link)).json()).toMatchObject({ data: { error: "linkExpired" } });
    token = await signIn(server.app, "admin");
  });

  test("is answered with a fresh link by the row that has it, which takes the link back as the address", async () => {
    const { data } = await put(server.app, "contract.pdf", pdf, "put-file-attach");
    const [address = ""] = data.link.split("?");
    const saved = await call("/blade-resource/attach/submit", { file: data.link, originalName: "合同.pdf" });
    expect(saved).toMatchObject({ code: 200 });
    const [row] =
      (await server.database.owner.read([{ sql: "select file, link from attach where id = $1", parameters: [saved.data["id"]] }]))[0]
        ?.rows ?? [];
    expect(row).toEqual({ file: address, link: address });
  });
});
