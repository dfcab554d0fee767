// The one cache of what the server has answered: react-query's, under Refine's keys. It belongs to one person's stay and goes with it. Here
// is what a write makes stale.
import { keys } from "@refinedev/core";
import { MutationCache, QueryClient, type Mutation, type Query } from "@tanstack/react-query";
import { ApiFailure } from "../../api/failure.ts";
import { isRecord, textOf } from "../../api/wire-data.ts";
import { loadList } from "../screen-models/load.ts";

const defaultOptions = {
  queries: {
    // Nothing is asked twice because of an answer: the server meant it. A call that did not get through is tried once more; one that was not
    // answered in time is told at once (docs/specification.md §7).
    retry: (count: number, error: unknown) =>
      count < 1 && error instanceof ApiFailure && error.code === 0 && error.error !== "timeout" && !error.silent,
    refetchOnWindowFocus: false,
    // Out of reach is told at once and not waited out.
    networkMode: "always",
  },
  // What was sent, a password among it, is not kept.
  mutations: { networkMode: "always", gcTime: 0 },
} as const;

/** Reads go on where they are under way: what they answer is as new as the write. */
const unlessUnderWay = { cancelRefetch: false } as const;

/** Whether a query says that a write to the resource makes it stale, by `dependsOn` of its meta. */
function dependsOn({ meta }: Pick<Query, "meta">, resource: string): boolean {
  const named: unknown = meta?.["dependsOn"];
  return Array.isArray(named) && named.includes(resource);
}

const customReads = keys().data().mutation("custom").get();

/**
 * Whether a query is a read below the path of a resource that is none of its lists and rows: the menu of a person, the entries of a
 * dictionary.
 */
function isReadBelow({ queryKey }: Pick<Query, "queryKey">, path: string): boolean {
  const requested = queryKey.at(-1);
  return (
    customReads.every((part: unknown, index) => queryKey[index] === part) &&
    isRecord(requested) &&
    textOf(requested["url"]).startsWith(`${path}/`)
  );
}

/** The path of a resource; "" where its screen cannot be loaded now: then any read may be below it. */
async function pathOf(resource: string): Promise<string | undefined> {
  try {
    return (await loadList(resource))?.path;
  } catch {
    return "";
  }
}

/**
 * Makes stale what hangs on the rows of a resource; what is in sight is read anew. Its own lists and rows, and with them the choices made
 * of it, are for Refine's `invalidates`, or for `isOwnToo` where no common call wrote them.
 */
export async function invalidateAfterWrite(client: QueryClient, resource: string, isOwnToo: boolean): Promise<void> {
  const own = isOwnToo ? client.invalidateQueries({ queryKey: keys().data().resource(resource).get() }, unlessUnderWay) : undefined;
  const named = client.invalidateQueries({ predicate: (query) => dependsOn(query, resource) }, unlessUnderWay);
  const path = await pathOf(resource);
  const below =
    path === undefined ? undefined : client.invalidateQueries({ predicate: (query) => isReadBelow(query, path) }, unlessUnderWay);
  await Promise.all([own, named, below]);
}

/** The resource that a mutation of Refine wrote; `isCommon`: by a common call, after which Refine itself invalidates. */
export function resourceWrittenBy(variables: unknown): { readonly resource: string; readonly isCommon: boolean } | undefined {
  if (!isRecord(variables)) return undefined;
  // Several writes in a row end in one invalidation.
  const { invalidates } = variables;
  if (Array.isArray(invalidates) && invalidates.length === 0) return undefined;
  if (typeof variables["resource"] === "string") return { resource: variables["resource"], isCommon: true };
  const named: unknown = isRecord(variables["meta"]) ? variables["meta"]["resource"] : undefined;
  return typeof named === "string" ? { resource: named, isCommon: false } : undefined;
}

/** Whether a mutation is one that Refine makes beside each write, for an audit log: it names the resource as well and writes nothing. */
export function isAudit({ options }: Pick<Mutation<unknown, unknown, unknown, unknown>, "options">): boolean {
  return options.mutationKey?.[0] === "audit";
}

/**
 * Makes stale what the server told in another language than the reader's. A form that is open goes on with the row it began with.
 */
export async function invalidateAfterLanguage(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ predicate: (query) => !isOneRow(query) }),
    client.invalidateQueries({ predicate: isOneRow, refetchType: "none" }),
  ]);
}

const isOneRow = ({ queryKey }: Pick<Query, "queryKey">): boolean => queryKey.includes("one");

export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions,
    mutationCache: new MutationCache({
      onSuccess(_data, variables, _before, mutation) {
        const written = isAudit(mutation) ? undefined : resourceWrittenBy(variables);
        // Nobody waits for it; what cannot be read anew is told (shell/connection/refresh-notice.tsx).
        if (written !== undefined) void invalidateAfterWrite(client, written.resource, !written.isCommon);
      },
    }),
  });
  return client;
}
