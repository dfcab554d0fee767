// /openapi.json: the calls that its reader may make, and no others.
import { readFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { basic, call, menuIds, serversOfFile, signIn, type TestServer } from "../auth/fixture.ts";

const startTestServer = serversOfFile();
let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

const descriptionSchema = z.object({
  openapi: z.literal("3.1.0"),
  tags: z.array(z.object({ name: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), z.object({ tags: z.array(z.string()) }).loose())),
  components: z.object({
    schemas: z.record(z.string(), z.unknown()),
    responses: z.record(z.string(), z.unknown()),
    parameters: z.record(z.string(), z.unknown()),
  }),
});
type Description = z.infer<typeof descriptionSchema>;

const generated = async (): Promise<Description> => descriptionSchema.parse(JSON.parse(await readFile("generated/openapi.json", "utf8")));

async function ask(token: string, headers: Readonly<Record<string, string>> = {}, url = "/openapi.json") {
  return server.app.inject({ url, headers: { authorization: basic(), "blade-auth": `bearer ${token}`, ...headers } });
}
const read = async (token: string): Promise<Description> => descriptionSchema.parse((await ask(token)).json());
const callsOf = ({ paths }: Description): readonly string[] =>
  Object.entries(paths).flatMap(([path, calls]) => Object.keys(calls).map((method) => `${method.toUpperCase()} ${path}`));

/** References that lead nowhere, and components and tags that nothing leads to. */
function astray(description: Description): readonly string[] {
  const text = JSON.stringify(description);
  const used = new Set([...text.matchAll(/"#\/components\/(\w+\/\w+)"/g)].map(([, name]) => name));
  const { schemas, responses, parameters } = description.components;
  const described = new Set(
    Object.entries({ schemas, responses, parameters }).flatMap(([kind, all]) => Object.keys(all).map((name) => `${kind}/${name}`)),
  );
  const tags = new Set(Object.values(description.paths).flatMap((calls) => Object.values(calls).flatMap((one) => one.tags)));
  return [
    ...[...used].filter((name) => !described.has(name ?? "")).map((name) => `no ${name}`),
    ...[...described].filter((name) => !used.has(name)).map((name) => `unused ${name}`),
    ...description.tags.filter(({ name }) => !tags.has(name)).map(({ name }) => `unused tag ${name}`),
  ];
}

test("the platform's administrator reads what is generated", async () => {
  const { access_token: token } = await signIn(server.app, "platform");
  const whole: unknown = JSON.parse(await readFile("generated/openapi.json", "utf8"));
  // A comparison that failed would print two megabytes.
  for (const url of ["/openapi.json", "/api/openapi.json"]) expect(isDeepStrictEqual((await ask(token, {}, url)).json(), whole)).toBe(true);
});

/** Of an answer that may go on for as long as its reader is there. */
async function statusOf(token: string, url: string): Promise<number> {
  const headers = { authorization: basic(), "blade-auth": `bearer ${token}` };
  const answer = await server.app.inject({ url, headers, payloadAsStream: true });
  answer.stream().destroy();
  return answer.statusCode;
}

test("others read the calls that the server lets them make: each read is refused to them or described", async () => {
  await server.grant("post", "post_add", "order", "factory");
  const { access_token: token } = await signIn(server.app, "clerk");
  const served = await read(token);
  const described = new Set(callsOf(served));
  expect(astray(served)).toEqual([]);
  expect(described.has("POST /api/blade-system/post/submit")).toBe(true);
  expect(described.has("POST /api/blade-system/post/remove")).toBe(false);
  const wrong: string[] = [];
  for (const one of callsOf(await generated())) {
    const [method = "", path = ""] = one.split(" ");
    if (method !== "GET" || path.startsWith("/api/blade-auth/oauth/logout")) continue;
    const statusCode = await statusOf(token, path.replaceAll(/\{\w+\}/g, "1"));
    if ((statusCode === 403) === described.has(one)) wrong.push(`${one}: ${statusCode}`);
  }
  expect(wrong).toEqual([]);
  const writes = [...described].filter((one) => /^POST \/api\/(?:digit-|blade-system).*\/(?:submit|save|update|remove)$/.test(one));
  expect(writes).toEqual(["POST /api/blade-system/post/submit"]);
});

test("an API token reads what was chosen for it", async () => {
  const admin = await signIn(server.app, "admin");
  const made = await call(server.app, admin, "POST /blade-auth/api-token/create", {
    payload: { name: "ERP", expireTime: "2027-11-20 00:00:00" },
  });
  const { id, shownOnce }: { readonly id: string; readonly shownOnce: string } = made.body.data;
  const withToken = async () =>
    descriptionSchema.parse(
      (await server.app.inject({ url: "/openapi.json", headers: { authorization: `Bearer ${shownOnce}` } })).json(),
    );
  const atFirst = callsOf(await withToken());
  expect(atFirst).toContain("GET /api/openapi.json");
  expect(atFirst.filter((one) => one.includes("/post/"))).toEqual([]);
  // Those of sessions are closed to tokens.
  expect(atFirst).not.toContain("GET /api/blade-auth/oauth/user-info");
  await call(server.app, admin, "POST /blade-auth/api-token/grant", { payload: { ids: [id], menuIds: [menuIds.get("post")] } });
  expect(callsOf(await withToken()).filter((one) => !atFirst.includes(one))).toContain("GET /api/blade-system/post/list");
});

test("it is sent again only where rights or definitions have changed, compressed, and kept by its reader alone", async () => {
  await server.grant("post");
  const { access_token: token } = await signIn(server.app, "clerk");
  const first = await ask(token, { "accept-encoding": "gzip" });
  expect(first.headers).toMatchObject({ "cache-control": "private, no-cache", "content-encoding": "gzip" });
  const tag = String(first.headers["etag"]);
  const again = await ask(token, { "if-none-match": `"other", ${tag}` });
  expect([again.statusCode, again.body, again.headers["etag"]]).toEqual([304, "", tag]);
  await server.grant("post", "post_add");
  expect((await ask(token, { "if-none-match": tag })).statusCode).toBe(200);
  expect((await server.app.inject("/openapi.json")).json()).toMatchObject({ code: 401 });
});

test("it stays small: less than three megabytes for whoever may do everything, a tenth of that on the way", async () => {
  const { access_token: token } = await signIn(server.app, "platform");
  expect((await ask(token)).rawPayload.length).toBeLessThan(2_750_000);
  expect((await ask(token, { "accept-encoding": "br" })).rawPayload.length).toBeLessThan(235_000);
});
