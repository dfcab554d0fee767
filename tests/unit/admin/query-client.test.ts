// The cache of what the server has answered: what a write makes stale, and what is not kept.
import { keys } from "@refinedev/core";
import { MutationObserver, QueryObserver, type QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { ApiFailure } from "#admin/api/failure.ts";
import { createQueryClient, invalidateAfterLanguage, invalidateAfterWrite } from "#admin/data/queries/query-client.ts";

vi.mock("#admin/data/screen-models/load.ts", () => ({
  loadList: async (name: string) => (name === "menu" ? { path: "/blade-system/menu" } : undefined),
}));

const listOf = (resource: string) => keys().data().resource(resource).action("list").params({}).get();
const readOf = (url: string) => keys().data().mutation("custom").params({ method: "get", url }).get();

let client: QueryClient;

beforeEach(() => {
  client = createQueryClient();
});

/** Names of the queries that are stale now, of those that were put there. */
async function staleAfter(write: () => Promise<unknown>): Promise<readonly string[]> {
  const held: Readonly<Record<string, readonly unknown[]>> = {
    menus: listOf("menu"),
    "one menu": keys().data().resource("menu").action("one").id("1").params({}).get(),
    routes: readOf("/blade-system/menu/routes"),
    "another path": readOf("/blade-system/menus/routes"),
    roles: listOf("role"),
    "what says it depends": listOf("topmenu"),
    decisions: keys().access().resource("menu").action("list").get(),
  };
  for (const [name, queryKey] of Object.entries(held)) {
    await client.fetchQuery({ queryKey, queryFn: () => 1, ...(name === "what says it depends" ? { meta: { dependsOn: ["menu"] } } : {}) });
  }
  await write();
  await vi.waitFor(() => expect(client.getQueryState(held["routes"] ?? [])?.isInvalidated).toBe(true));
  return Object.keys(held).filter((name) => client.getQueryState(held[name] ?? [])?.isInvalidated === true);
}

/** How often a query is tried: fetchQuery does not retry unless it is told to. */
const retryOf = (of: QueryClient) => ({ retry: of.getDefaultOptions().queries?.retry ?? false });

/** A mutation as Refine's hooks make it. */
const mutate = (variables: unknown, mutationFn: () => Promise<unknown> = async () => ({})) =>
  new MutationObserver<unknown, Error, unknown>(client, { mutationFn }).mutate(variables);

test("another language makes everything stale that the server told in the one before", async () => {
  expect(await staleAfter(() => invalidateAfterLanguage(client))).toEqual([
    "menus",
    "one menu",
    "routes",
    "another path",
    "roles",
    "what says it depends",
    "decisions",
  ]);
});

test("another language reads anew what is in sight, but not the row that an open form began with", async () => {
  const requested: string[] = [];
  const watch = (name: string, queryKey: readonly unknown[]) =>
    new QueryObserver(client, { queryKey, queryFn: () => requested.push(name) }).subscribe(() => undefined);
  const stops = [watch("list", listOf("menu")), watch("row", keys().data().resource("menu").action("one").id("1").get())];
  await vi.waitFor(() => expect([requested, client.isFetching()]).toEqual([["list", "row"], 0]));
  await invalidateAfterLanguage(client);
  expect(requested).toEqual(["list", "row", "list"]);
  for (const stop of stops) stop();
});

describe("a write of a resource", () => {
  test("makes stale what hangs on it: reads below its path, and what says that it depends on it", async () => {
    expect(await staleAfter(() => mutate({ resource: "menu", values: {} }))).toEqual(["routes", "what says it depends"]);
  });

  test("by a special action makes its own lists and rows stale too", async () => {
    expect(await staleAfter(() => mutate({ url: "/blade-system/menu/x", method: "post", meta: { resource: "menu" } }))).toEqual([
      "menus",
      "one menu",
      "routes",
      "what says it depends",
    ]);
  });

  test("that is one of several waits for the last", async () => {
    expect(
      await staleAfter(async () => {
        await mutate({ resource: "menu", values: {}, invalidates: [] });
        expect(client.getQueryState(readOf("/blade-system/menu/routes"))?.isInvalidated).toBe(false);
        await invalidateAfterWrite(client, "menu", true);
      }),
    ).toContain("menus");
  });

  test("that was refused changes nothing", async () => {
    await client.fetchQuery({ queryKey: readOf("/blade-system/menu/routes"), queryFn: () => 1 });
    await expect(mutate({ resource: "menu", values: {} }, () => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
    expect(client.getQueryState(readOf("/blade-system/menu/routes"))?.isInvalidated).toBe(false);
  });
});

test("what was sent is not kept", async () => {
  vi.useFakeTimers();
  const observer = new MutationObserver<unknown, Error, unknown>(client, { mutationFn: async () => ({}) });
  await observer.mutate({ values: { password: "123456" } });
  observer.reset();
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  expect(client.getMutationCache().getAll()).toEqual([]);
});

test("a call that did not get through is tried once more; one that was not answered in ten seconds is told at once", async () => {
  const callsOf = async (error: string) => {
    const queryFn = vi.fn(() => Promise.reject(new ApiFailure({ status: 0, code: 0, error, message: error })));
    await expect(client.fetchQuery({ queryKey: [error], queryFn, retryDelay: 0, ...retryOf(client) })).rejects.toThrow(error);
    return queryFn.mock.calls.length;
  };
  expect([await callsOf("network"), await callsOf("timeout")]).toEqual([2, 1]);
});
