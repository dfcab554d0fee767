// Every call of docs/specification.md §7 is served by the program and described in generated/openapi.json.
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { basic, openTestServer, signIn, type OpenedServer } from "../auth/fixture.ts";
import { cataloguedParameters, specifiedCalls, specifiedParameters } from "./specification-calls.ts";

let server: OpenedServer;
let app: OpenedServer["app"];
beforeAll(async () => {
  server = await openTestServer();
  ({ app } = server);
});
afterAll(() => server.close());

const named = ({ method, path }: { readonly method: string; readonly path: string }) => `${method} ${path}`;

test("each call of the specification is served: whoever is not signed in is asked to be, or is told what is missing", async () => {
  const unserved: string[] = [];
  for (const call of specifiedCalls) {
    const answer = await app.inject({ method: call.method, url: call.path.replace(/\{\w+\}/g, "1") });
    // 404 and 405 of the router; a call that is served refuses first (deny by default).
    if (/"error":"(?:notFound|methodNotAllowed)"/.test(answer.body)) unserved.push(named(call));
  }
  expect(unserved).toEqual([]);
  expect(specifiedCalls.length).toBeGreaterThan(500);
});

test("a call that nobody knows is told from those that are served", async () => {
  expect((await app.inject({ method: "GET", url: "/api/digit-bind/nothing/list" })).body).toContain('"error":"notFound"');
});

interface Described {
  readonly parameters?: readonly { readonly $ref?: string; readonly name?: string; readonly in?: string; readonly required?: boolean }[];
  readonly requestBody?: object;
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly parameters: Readonly<Record<string, NonNullable<Described["parameters"]>[number]>> };
}

const readDescription = async () => JSON.parse(await readFile("generated/openapi.json", "utf8")) as Description;

test("each call of the specification is described", async () => {
  const { paths } = await readDescription();
  const described = new Set(
    Object.entries(paths).flatMap(([path, calls]) => Object.keys(calls).map((method) => named({ method: method.toUpperCase(), path }))),
  );
  expect(specifiedCalls.map(named).filter((call) => !described.has(call))).toEqual([]);
});

test("each parameter that the specification and the catalogue name is taken by its call", async () => {
  const token = await signIn(app, "platform");
  const headers = { authorization: basic(), "blade-auth": `bearer ${token.access_token}` };
  const refused: string[] = [];
  for (const url of [...specifiedParameters, ...cataloguedParameters]) {
    const { body } = await app.inject({ method: "GET", url, headers });
    if (/"error":"(?:unknownParameter|notFound|missingParameter)"/.test(body)) refused.push(`${url}: ${body}`);
  }
  expect(refused).toEqual([]);
});

test("a call is refused without a parameter that its description requires, and without no other", async () => {
  const token = await signIn(app, "platform");
  const { paths, components } = await readDescription();
  const wrong: string[] = [];
  for (const [path, calls] of Object.entries(paths))
    for (const [method, { parameters = [], requestBody }] of Object.entries(calls)) {
      const required = parameters
        .map((one) => components.parameters[one.$ref?.split("/").at(-1) ?? ""] ?? one)
        .flatMap((one) => (one.in === "query" && one.required === true ? [one.name ?? ""] : []));
      // What a body holds is another matter; signing out would end the session, and a stream goes on (tests/server/live).
      if (path.endsWith("/logout") || path.endsWith("/stream") || (requestBody !== undefined && required.length === 0)) continue;
      const answer = await app.inject({
        method: method === "get" ? "GET" : method === "put" ? "PUT" : "POST",
        url: path.replace(/\{\w+\}/g, "1"),
        headers: { authorization: basic(), "blade-auth": `bearer ${token.access_token}` },
      });
      const [, missed] = /"error":"missingParameter".*请求参数: (\w+)/.exec(answer.body) ?? [];
      // The first that is missed is told; some values are refused in words of their own, and what nobody has implemented is not.
      const isRefused = missed === undefined ? required.length === 0 || answer.statusCode >= 400 : required.includes(missed);
      if (!isRefused) wrong.push(`${method} ${path}: ${answer.body.slice(0, 200)}`);
    }
  expect(wrong).toEqual([]);
});
