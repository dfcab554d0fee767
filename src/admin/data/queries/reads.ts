// Reads of the server that are no list and no row of a resource, in Refine's cache.
import { useDataProvider, useKeys, type DataProvider } from "@refinedev/core";
import { keepPreviousData, useQuery, useQueryClient, type QueryClient, type QueryKey } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { failureOf, type ApiFailure } from "../../api/failure.ts";

export interface Read<T> {
  /** Undefined until it is there. */
  readonly value?: T;
  readonly failure?: ApiFailure;
  /** Asks again. */
  readonly refetch: () => void;
}

/** A read of one path. */
interface PathRead<T> extends Read<T> {
  /** An answer is on its way. */
  readonly isBusy: boolean;
  /** The value answers what was asked for before (`keepsPrevious`). */
  readonly isPrevious: boolean;
}

export interface ReadRequest {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
}

interface ReadOptions {
  /** False: nothing is asked for. */
  readonly isOn?: boolean;
  /** Milliseconds for which an answer is good; none unless it is given. */
  readonly staleTime?: number;
  /** Resources whose writes make it stale, besides the one whose path it is below. */
  readonly dependsOn?: readonly string[];
  /** Milliseconds after which it is asked for again, as long as the page is in sight, and when the person comes back to it later than that. */
  readonly every?: number;
  /** The answer, where it came along with another one: it is good until a write makes it stale. */
  readonly initialValue?: unknown;
  /** The answer to what was asked before stays until the next one is there. */
  readonly keepsPrevious?: boolean;
  /** Milliseconds after which the call is given up, where it is not the default. */
  readonly timeLimit?: number;
}

/** The key of a read in the cache, as Refine's useCustom writes it. */
const keyOf = (keys: ReturnType<typeof useKeys>["keys"], { path, query = {} }: ReadRequest, timeLimit?: number) =>
  keys()
    .data()
    .mutation("custom")
    .params({ method: "get", url: path, query, ...(timeLimit === undefined ? {} : { timeLimit }) })
    .get();

/** What Refine's cache asks with. */
interface QueryContext {
  readonly client: QueryClient;
  readonly queryKey: QueryKey;
  readonly signal: AbortSignal;
}

async function ask(
  provider: DataProvider,
  { path, query = {} }: ReadRequest,
  { client, queryKey, signal }: QueryContext,
  timeLimit?: number,
): Promise<{ readonly data: Readonly<Record<string, unknown>> }> {
  const meta = { ...(timeLimit === undefined ? {} : { timeLimit }), queryContext: { client, queryKey: [...queryKey], signal } };
  return (await provider.custom?.({ method: "get", url: path, query, meta })) ?? { data: {} };
}

/**
 * Reads `path`. `readAnswer` is the same function at each rendering. What was read before it is asked for anew is not shown. A query of the
 * cache and not Refine's useCustom, which also watches for notifications, sign-outs and long waits; the application sees to these elsewhere.
 */
export function useRead<T>(
  requested: ReadRequest,
  readAnswer: (payload: unknown) => T,
  { isOn = true, staleTime, dependsOn, every, initialValue, keepsPrevious = false, timeLimit }: ReadOptions = {},
): PathRead<T> {
  const provider = useDataProvider()();
  const { keys } = useKeys();
  const answer = useQuery({
    queryKey: keyOf(keys, requested, timeLimit),
    queryFn: (context) => ask(provider, requested, context, timeLimit),
    enabled: isOn,
    ...(staleTime === undefined ? {} : { staleTime }),
    ...(every === undefined ? {} : { staleTime: every, refetchInterval: every, refetchOnWindowFocus: true }),
    ...(dependsOn === undefined ? {} : { meta: { dependsOn } }),
    ...(initialValue === undefined ? {} : { initialData: { data: { payload: initialValue } }, staleTime: Infinity }),
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
  });
  const { data, error, isFetching, isPlaceholderData, refetch: refetchQuery } = answer;
  const payload: unknown = data?.data["payload"];
  const value = useMemo(() => (data === undefined ? undefined : readAnswer(payload)), [data, payload, readAnswer]);
  const refetch = useCallback(() => void refetchQuery(), [refetchQuery]);
  return {
    refetch,
    isBusy: isFetching,
    isPrevious: isPlaceholderData,
    ...(value === undefined ? {} : { value }),
    ...(error === null || isFetching ? {} : { failure: failureOf(error) }),
  };
}

/** Reads on an event, or as part of something larger, what may be good for a while. Throws ApiFailure. */
export function useFetchRead(): (requested: ReadRequest, staleTime?: number) => Promise<unknown> {
  const provider = useDataProvider()();
  const client = useQueryClient();
  const { keys } = useKeys();
  return useCallback(
    async (requested, staleTime = 0) => {
      const queryKey = keyOf(keys, requested);
      const answer = await client.fetchQuery({ queryKey, queryFn: (context) => ask(provider, requested, context), staleTime });
      return answer.data["payload"];
    },
    [client, keys, provider],
  );
}

/** Keeps what came along with another answer as the answer of a read. */
export function useStoreRead(): (requested: ReadRequest, payload: unknown) => void {
  const client = useQueryClient();
  const { keys } = useKeys();
  return useCallback(
    (requested, payload) => {
      client.setQueryData(keyOf(keys, requested), { data: { payload } });
    },
    [client, keys],
  );
}

/** Reads a path with parameters. */
export type Reader = (path: string, query: Readonly<Record<string, string>>) => Promise<unknown>;

/**
 * Several reads that make one answer together, such as trees with what each row holds of them. `name` says what is asked for, and `read`
 * asks it. Read anew each time it is opened, and kept as long as it is shown.
 */
export function useReadAll<T>(
  name: string,
  read: (reader: Reader) => Promise<T>,
  { keepsPrevious = false }: { readonly keepsPrevious?: boolean } = {},
): Read<T> {
  const provider = useDataProvider()();
  const { keys } = useKeys();
  const queryKey = keys().data().mutation("custom").params({ together: name }).get();
  const {
    data,
    error,
    isFetching,
    isFetchedAfterMount,
    isPlaceholderData,
    refetch: refetchQuery,
  } = useQuery({
    queryKey,
    queryFn: (context) => read(async (path, query) => (await ask(provider, { path, query }, context)).data["payload"]),
    staleTime: 0,
    // Nodes of trees know their parents: comparing an answer with the one before would go round in circles.
    structuralSharing: false,
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
  });
  const refetch = useCallback(() => void refetchQuery(), [refetchQuery]);
  return {
    refetch,
    ...(data === undefined || !(isFetchedAfterMount || isPlaceholderData) ? {} : { value: data }),
    ...(error === null || isFetching ? {} : { failure: failureOf(error) }),
  };
}
