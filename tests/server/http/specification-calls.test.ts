// Every call of docs/specification.md §7 is served by the program and described in generated/openapi.json.
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { startTestServer } from "../auth/fixture.ts";
import { specifiedCalls } from "./specification-calls.ts";

const named = ({ method, path }: { readonly method: string; readonly path: string }) => `${method} ${path}`;

test("each call of the specification is served: whoever is not signed in is asked to be, or is told what is missing", async () => {
  const { app } = await startTestServer();
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
  const { app } = await startTestServer();
  expect((await app.inject({ method: "GET", url: "/api/digit-bind/nothing/list" })).body).toContain('"error":"notFound"');
});

test("each call of the specification is described", async () => {
  const { paths } = JSON.parse(await readFile("generated/openapi.json", "utf8")) as {
    paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
  const described = new Set(
    Object.entries(paths).flatMap(([path, calls]) => Object.keys(calls).map((method) => named({ method: method.toUpperCase(), path }))),
  );
  expect(specifiedCalls.map(named).filter((call) => !described.has(call))).toEqual([]);
});
