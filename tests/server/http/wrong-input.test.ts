// Wrong input of every kind gets the envelope with a clear message: no 5xx, nothing of the inside (docs/wire.md §2).
import { request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import type { FastifyInstance, InjectOptions } from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { createSwappableServer } from "../../../src/server/http/server.ts";
import { basic, serversOfFile, signIn, type Token } from "../auth/fixture.ts";

const startTestServer = serversOfFile();

interface Case {
  readonly name: string;
  readonly send: InjectOptions;
  readonly status: number;
  readonly error: string;
}

const submit = "/api/digit-bind/factory/submit";
const list = "/api/digit-bind/factory/list";
const json = { "content-type": "application/json" };

const parts = "multipart/form-data; boundary=abc";
const head = '--abc\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n';

/** Bodies in parts that cannot be taken apart. */
const brokenUploads = (url: string): readonly Case[] =>
  [
    ["without a boundary", "multipart/form-data", "x"],
    ["with an absurd boundary", `multipart/form-data; boundary=${"x".repeat(400)}`, "x"],
    ["that are none", parts, "--abc\r\nxx--abc--\r\n"],
    ["cut off in the middle", parts, `${head}half of it`],
    ["cut off in a head", parts, head.slice(0, 30)],
    [
      "with JSON that is none",
      parts,
      '--abc\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: application/json\r\n\r\n{"\r\n--abc--\r\n',
    ],
  ].map(([name = "", type = "", payload = ""]) => ({
    name: `parts ${name}: ${url}`,
    send: { method: "POST", url, headers: { "content-type": type }, payload },
    status: 400,
    error: "wrongContent",
  }));

const cases: readonly Case[] = [
  { name: "an unknown path", send: { method: "GET", url: "/api/digit-bind/nothing/list" }, status: 404, error: "notFound" },
  { name: "a path outside of the platform", send: { method: "GET", url: "/api/../../etc/passwd" }, status: 404, error: "notFound" },
  {
    name: "a path that cannot be decoded",
    send: { method: "GET", url: "/api/digit-bind/factory/%zz" },
    status: 400,
    error: "wrongAddress",
  },
  { name: "a method the path does not have", send: { method: "DELETE", url: list }, status: 405, error: "methodNotAllowed" },
  { name: "GET where the path has POST", send: { method: "GET", url: submit }, status: 405, error: "methodNotAllowed" },
  { name: "POST where the path has GET", send: { method: "POST", url: list, payload: {} }, status: 405, error: "methodNotAllowed" },
  {
    name: "QUERY where the path has GET",
    // The method is newer than the types of the framework's test client.
    send: { method: "QUERY" as "GET", url: list },
    status: 405,
    error: "methodNotAllowed",
  },
  { name: "broken JSON", send: { method: "POST", url: submit, headers: json, payload: '{"name": ' }, status: 400, error: "brokenJson" },
  {
    name: "JSON that is no object",
    send: { method: "POST", url: submit, headers: json, payload: "[1,2]" },
    status: 400,
    error: "malformedParameter",
  },
  {
    name: "JSON with a prototype",
    send: { method: "POST", url: submit, headers: json, payload: '{"__proto__": {"isAdministrator": true}}' },
    status: 400,
    error: "brokenJson",
  },
  { name: "no body at all", send: { method: "POST", url: submit, headers: json }, status: 400, error: "malformedParameter" },
  {
    name: "a zero byte in JSON",
    send: { method: "POST", url: submit, headers: json, payload: '{"name": "a\\u0000b"}' },
    status: 400,
    error: "brokenJson",
  },
  {
    name: "a zero byte in a name within JSON",
    send: { method: "POST", url: submit, headers: json, payload: '{"rows": [{"a\\u0000": 1}]}' },
    status: 400,
    error: "brokenJson",
  },
  { name: "a zero byte in the query", send: { method: "GET", url: `${list}?name=a%00b` }, status: 400, error: "malformedParameter" },
  {
    name: "a media type nobody reads",
    send: { method: "POST", url: submit, headers: { "content-type": "application/xml" }, payload: "<a/>" },
    status: 415,
    error: "unsupportedMediaType",
  },
  {
    name: "a media type that is none",
    send: { method: "POST", url: submit, headers: { "content-type": "what" }, payload: "x" },
    status: 415,
    error: "unsupportedMediaType",
  },
  {
    name: "ten megabytes",
    send: { method: "POST", url: submit, headers: json, payload: JSON.stringify({ name: "x".repeat(10_000_000) }) },
    status: 413,
    error: "tooLarge",
  },
  ...["put-file", "put-file-attach"].flatMap((name) => brokenUploads(`/api/blade-resource/oss/endpoint/${name}`)),
  ...brokenUploads("/api/digit-bind/transfer/txt"),
  { name: "a tenant that does not exist", send: { method: "GET", url: `${list}?tenantId=424242` }, status: 400, error: "unknownTenant" },
  { name: "a tenant that is SQL", send: { method: "GET", url: `${list}?tenantId=1'%20or%20'1'='1` }, status: 400, error: "unknownTenant" },
  { name: "an absurd page", send: { method: "GET", url: `${list}?current=0` }, status: 400, error: "malformedParameter" },
  { name: "an endless page", send: { method: "GET", url: `${list}?size=1000000` }, status: 400, error: "pageTooLarge" },
  {
    name: "ids that are none",
    send: { method: "GET", url: "/api/blade-system/menu/role-tree-keys?roleIds=1,x" },
    status: 400,
    error: "malformedParameter",
  },
  {
    name: "a missing parameter",
    send: { method: "GET", url: "/api/blade-system/menu/role-tree-keys" },
    status: 400,
    error: "missingParameter",
  },
  {
    name: "a grant without its lists",
    send: { method: "POST", url: "/api/blade-system/role/grant", payload: { roleIds: ["2003"] } },
    status: 400,
    error: "missingParameter",
  },
];

const headersOf = (token: Token) => ({ authorization: basic(), "blade-auth": `bearer ${token.access_token}` });

function expectEnvelope(
  answer: { readonly statusCode: number; readonly headers: Readonly<Record<string, unknown>>; readonly body: string },
  status: number,
  error: string,
): void {
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  const body: unknown = JSON.parse(answer.body);
  expect({ status: answer.statusCode, body }).toMatchObject({ status, body: { code: status, success: false, data: { error } } });
  expect(answer.body).not.toMatch(/select |insert |pg_|node_modules|\.ts:|\bat \w+ \(|FST_|SyntaxError|Unexpected token/i);
}

describe("wrong input", () => {
  test("each kind of it is refused with its own code", async () => {
    const { app } = await startTestServer();
    const token = await signIn(app, "platform");
    for (const { name, send, status, error } of cases) {
      const answer = await app.inject({ ...send, headers: { ...headersOf(token), ...send.headers } });
      expect.soft(answer.statusCode, name).toBe(status);
      expectEnvelope(answer, status, error);
    }
  });

  test("is told in English to who reads English", async () => {
    const { app } = await startTestServer();
    const answer = async (language: string) =>
      (await app.inject({ url: "/api/nothing", headers: { "accept-language": language } })).json<{ msg: string }>().msg;
    expect(await answer("en-GB,en;q=0.9")).toBe("There is nothing here");
    expect(await answer("zh-CN")).toBe("请求的资源不存在");
    expect(await answer("fr")).toBe("请求的资源不存在");
    expect(await answer("zh;q=0.1, en;q=0.9")).toBe("There is nothing here");
  });

  test("without a token is not even read", async () => {
    const { app } = await startTestServer();
    const answer = await app.inject({ method: "POST", url: submit, headers: json, payload: '{"broken' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ code: 401 });
  });

  test("a path with other methods says which", async () => {
    const { app } = await startTestServer();
    const answer = await app.inject({ method: "PUT", url: "/api/blade-auth/oauth/logout" });
    expect(answer.statusCode).toBe(405);
    expect(answer.headers["allow"]).toBe("GET, HEAD, POST");
  });

  test("a fault of ours is told without its reason, and with the number that finds it in the log", async () => {
    const { app, database } = await startTestServer();
    const token = await signIn(app, "platform");
    await database.owner.transaction((tx) => tx.query({ sql: "alter table factory rename column name to something", parameters: [] }));
    const answer = await app.inject({ url: list, headers: headersOf(token) });
    expectEnvelope(answer, 500, "fault");
    expect(answer.json()).toMatchObject({ msg: "服务器异常", data: { requestId: expect.any(String) as string } });
    expect(answer.body).not.toContain("something");
  });
});

describe("over a real connection", () => {
  async function listen(app: FastifyInstance): Promise<number> {
    const http = createSwappableServer();
    http.use(app);
    const port = await http.listen({ host: "127.0.0.1", port: 0, mayMove: false });
    onTestFinished(() => http.close());
    return port;
  }

  /** Sends a body in pieces and answers what came back, also when the server stops reading. */
  function post(
    port: number,
    headers: Readonly<Record<string, string>>,
    pieces: number,
    piece: string,
  ): Promise<{ readonly status: number; readonly text: string }> {
    return new Promise((resolve, reject) => {
      const call = httpRequest({ host: "127.0.0.1", port, method: "POST", path: submit, headers }, (answer) => {
        let text = "";
        answer
          .setEncoding("utf8")
          .on("data", (chunk: string) => (text += chunk))
          .on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
      });
      call.on("error", reject);
      const write = (left: number): void => {
        if (left === 0) return void call.end();
        call.write(piece, () => write(left - 1));
      };
      write(pieces);
    });
  }

  test("a body that grows beyond the limit without saying so is refused", async () => {
    const { app } = await startTestServer();
    const token = await signIn(app, "admin");
    const { status, text } = await post(await listen(app), { ...headersOf(token), ...json }, 40, "x".repeat(65_536));
    expect(status).toBe(413);
    expect(JSON.parse(text)).toMatchObject({ code: 413, msg: "请求内容不能超过 1 MB", data: { error: "tooLarge", limit: 1_048_576 } });
  });

  test("a taken port leads to the next free one, or to an error where it must not", async () => {
    const { app } = await startTestServer();
    const taken = await listen(app);
    const second = createSwappableServer();
    onTestFinished(() => second.close());
    await expect(second.listen({ host: "127.0.0.1", port: taken, mayMove: false })).rejects.toMatchObject({ code: "EADDRINUSE" });
    const port = await second.listen({ host: "127.0.0.1", port: taken, mayMove: true });
    expect(port).toBeGreaterThan(taken);
    expect((second.server.address() as AddressInfo).port).toBe(port); // listening on a port, not on a path
  });

  test("a new application takes over without a lost request", async () => {
    const server = await startTestServer();
    const http = createSwappableServer();
    onTestFinished(() => http.close());
    http.use(server.app);
    const port = await http.listen({ host: "127.0.0.1", port: 0, mayMove: false });
    const other = await server.sibling();
    const ask = async () => (await fetch(`http://127.0.0.1:${port}/api/blade-system/tenant/info?domain=x`)).status;
    const before = Array.from({ length: 10 }, ask);
    http.use(other);
    const after = Array.from({ length: 10 }, ask);
    expect(await Promise.all([...before, ...after])).toEqual(Array.from({ length: 20 }, () => 200));
  });
});
