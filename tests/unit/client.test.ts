// The client package: it compiles under strict rules, says at compile time what a call takes and answers, and makes calls as the platform wants.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { clientFiles, describedIn } from "../../scripts/client/package-files.ts";
import { createClientOf, Refusal, type Issue } from "../../scripts/client/runtime.ts";

const root = path.resolve(import.meta.dirname, "../..");
let files: ReadonlyMap<string, string>;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "client-"));
  files = await clientFiles(readFileSync(path.join(root, "generated/openapi.json"), "utf8"), "tracemark-client");
  for (const [name, content] of files) writeFileSync(path.join(folder, name), content);
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const program = `
import { createTracemark, Refusal, type components } from "./index.js";
const tracemark = createTracemark({ baseUrl: "https://trace.example.cn", token: async () => "tmk_x", language: "en" });
export async function used(): Promise<string> {
  const page = await tracemark.get("/api/blade-system/post/list", { params: { query: { current: 1, postName: "x" } } });
  const names: (string | undefined)[] = page.records.map((row) => row.postName);
  const row: components["schemas"]["PostSubmit"] = { category: 1, postCode: "QC", postName: "质检员", sort: 1 };
  const { id } = await tracemark.post("/api/blade-system/post/submit", { body: row, params: { header: { "Idempotency-Key": "a" } } });
  const detail = await tracemark.get("/api/blade-system/post/detail", { params: { query: { id } } });
  await tracemark.post("/api/blade-system/post/remove", { params: { query: { ids: id } } });
  await tracemark.post("/api/blade-resource/oss/endpoint/put-file", { body: { file: new Blob(["a"]) } });
  // @ts-expect-error there is no such path
  await tracemark.get("/api/blade-system/post/lists");
  // @ts-expect-error it is a read
  await tracemark.post("/api/blade-system/post/list");
  // @ts-expect-error the id is required
  await tracemark.get("/api/blade-system/post/detail");
  // @ts-expect-error a name is a text
  await tracemark.post("/api/blade-system/post/submit", { body: { ...row, postName: 1 } });
  // @ts-expect-error rows have no such field
  const missing = detail.postNames;
  try {
    return [...names, detail.postName, missing].join();
  } catch (refusal) {
    if (refusal instanceof Refusal) return refusal.issues.map((issue) => issue.message).join();
    throw refusal;
  }
}
`;

test("a program that uses it passes tsc --strict, and each mistake is found", () => {
  writeFileSync(path.join(folder, "use.ts"), program);
  const compilerOptions = { strict: true, noEmit: true, target: "ES2022", module: "NodeNext", types: [], skipLibCheck: true };
  writeFileSync(
    path.join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { ...compilerOptions, lib: ["ES2023", "DOM", "DOM.Iterable"] }, files: ["use.ts"] }),
  );
  const compiler = path.join(root, "node_modules/tsc/bin/tsc");
  expect(execFileSync(process.execPath, [compiler, "-p", folder, "--checkers", "1"], { encoding: "utf8" })).toBe("");
}, 120_000);

test("the example of its readme is one of its calls, and it needs nothing but openapi-fetch", () => {
  const readme = files.get("README.md") ?? "";
  for (const [, address] of readme.matchAll(/tracemark\.\w+\("([^"]+)"/g)) expect(files.get("schema.d.ts")).toContain(`"${address}"`);
  const facts: { readonly dependencies: object } = JSON.parse(files.get("package.json") ?? "");
  expect(facts.dependencies).toEqual({ "openapi-fetch": "0.17.0" });
  expect([...files.keys()].toSorted()).toEqual([
    "README.md",
    "index.d.ts",
    "index.js",
    "package.json",
    "runtime.d.ts",
    "runtime.js",
    "schema.d.ts",
  ]);
});

test.each(["{}", '{"openapi":"3.1.0"}', '{"code":401}'])("%s is refused, because it describes nothing", (given) => {
  expect(() => describedIn(given)).toThrow("this is no description in OpenAPI");
});

type Any = {
  readonly parameters: { readonly query?: object };
  readonly responses: { readonly 200: { readonly content: { readonly x: unknown } } };
};
type Paths = Record<
  string,
  { readonly get: Any; readonly post: Any & { readonly requestBody?: { readonly content: { readonly x: object } } } }
>;

/** A client of a server that answers as it is told, and what it was sent. */
async function clientOf(listener: RequestListener, bodyTypes: Readonly<Record<string, string>> = {}) {
  const requests: { readonly request: IncomingMessage; readonly body: string }[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      requests.push({ request, body });
      listener(request, response);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const client = createClientOf<Paths>({ baseUrl: `http://127.0.0.1:${port}`, token: "tmk_1", language: "en" }, bodyTypes);
  return { client, requests };
}

const envelope =
  (data: unknown): RequestListener =>
  (_request, response) =>
    void response.setHeader("content-type", "application/json").end(JSON.stringify({ code: 200, success: true, data, msg: "操作成功" }));

test("a call has token, language and a key of its own, and resolves with the payload", async () => {
  const { client, requests } = await clientOf(envelope({ id: "1" }));
  expect(await client.post("/api/x/submit", { body: { name: "a" }, params: { query: { ids: ["1", "2"] } } })).toEqual({ id: "1" });
  await client.post("/api/x/submit", { body: { name: "a" }, headers: { "Idempotency-Key": "mine" } });
  await client.get("/api/x/list");
  const headers = requests.map(({ request }) => request.headers);
  expect(headers[0]).toMatchObject({ authorization: "Bearer tmk_1", "accept-language": "en", "content-type": "application/json" });
  expect(headers.map((one) => one["idempotency-key"])).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), "mine", undefined]);
  expect([requests[0]?.request.url, requests[0]?.body]).toEqual(["/api/x/submit?ids=1,2", '{"name":"a"}']);
});

test("bodies of forms and of parts are sent in their media type", async () => {
  const { client, requests } = await clientOf(envelope({}), {
    "post /api/x/act": "application/x-www-form-urlencoded",
    "post /api/x/import": "multipart/form-data",
  });
  await client.post("/api/x/act", { body: { remark: "a b", count: 2 } });
  await client.post("/api/x/import", { body: { file: new Blob(["codes"]), onlyCheck: 1 } });
  expect(requests[0]?.body).toBe("remark=a+b&count=2");
  expect(requests[1]?.request.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
  expect(requests[1]?.body).toMatch(/name="file"; filename="[^"]*"[\s\S]*codes[\s\S]*name="onlyCheck"\r\n\r\n1/);
});

test.each([
  [
    400,
    {
      code: 400,
      success: false,
      msg: "名称已存在",
      data: { error: "invalid", issues: [{ code: "unique", path: ["name"], message: "名称已存在" }] },
    },
  ],
  [200, { code: 401, success: false, msg: "请求未授权", data: { error: "unauthenticated" } }],
] as const)("a refusal with HTTP %s rejects, with its name and its fields", async (status, body) => {
  const { client } = await clientOf((_request, response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  const refusal = await client.get("/api/x/list").catch((error: unknown) => error);
  if (!(refusal instanceof Refusal)) throw new Error("it was not refused", { cause: refusal });
  expect(refusal).toMatchObject({ status, code: body.code, error: body.data.error, message: body.msg });
  const issues: readonly Issue[] = "issues" in body.data ? body.data.issues : [];
  expect(refusal.issues).toEqual(issues);
});

test("the page of a proxy rejects as well, and a file is a blob", async () => {
  const { client } = await clientOf((request, response) => {
    if (request.url === "/api/x/file") response.setHeader("content-type", "text/csv").end("a,b");
    else response.writeHead(502, { "content-type": "text/html" }).end("<html>Bad gateway</html>");
  });
  await expect(client.get("/api/x/list")).rejects.toMatchObject({ name: "Refusal", status: 502, code: 502, message: "HTTP 502" });
  const file = await client.get("/api/x/file");
  expect(file instanceof Blob && (await file.text())).toBe("a,b");
});
