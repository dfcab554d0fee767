// Several lists at once, however many there are: the levels of a tree that are open. Refine's useList is for one; keys, provider and cache
// are its own.
import { keys, useDataProvider, type BaseRecord, type CrudSort, type GetListParams, type GetListResponse } from "@refinedev/core";
import { CancelledError, useQueries, useQueryClient, type QueryFunctionContext, type UseQueryResult } from "@tanstack/react-query";
import { useCallback } from "react";

/** A list as useList is asked for it, whole. */
export interface ListQuery {
  readonly resource: string;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly sorters?: readonly CrudSort[];
  /** A level of a tree of rows: Refine's invalidation leaves it alone, since the tree knows which of its levels a write touched. */
  readonly isLevel?: boolean;
}

/** The key of a list; levels have Refine's other kind of list to themselves, which nothing else here uses for a tree. */
export function listKey({ resource, meta, sorters, isLevel = false }: ListQuery): readonly unknown[] {
  return keys()
    .data()
    .resource(resource)
    .action(isLevel ? "infinite" : "list")
    .params({ ...meta, ...(sorters === undefined ? {} : { sorters }) })
    .get();
}

type Rows = GetListResponse<BaseRecord>;

interface ListQueryOptions {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: Pick<QueryFunctionContext, "client" | "queryKey" | "signal">) => Promise<Rows>;
}

/** What react-query needs for a list, under the key that useList gives it. */
function useListOptions(): (requested: ListQuery) => ListQueryOptions {
  const provider = useDataProvider()();
  return useCallback(
    ({ resource, meta, sorters, isLevel = false }) => ({
      queryKey: listKey({ resource, meta, isLevel, ...(sorters === undefined ? {} : { sorters }) }),
      queryFn: ({ client, queryKey, signal }) =>
        provider.getList({
          resource,
          meta: { ...meta, queryContext: { client, queryKey: [...queryKey], signal } },
          ...(sorters === undefined ? {} : { sorters: [...sorters] }),
        }),
    }),
    [provider],
  );
}

interface ListsOptions {
  readonly isOn?: boolean;
  /** Milliseconds for which an answer is good. */
  readonly staleTime?: number;
  /** Milliseconds for which it is kept once nobody shows it. */
  readonly gcTime?: number;
}

type ListAnswer = Pick<UseQueryResult<Rows>, "data" | "error" | "isFetching">;

/** The same function at each rendering, so that the same answers are the same value. */
const answered = (answers: readonly UseQueryResult<Rows>[]): readonly ListAnswer[] =>
  answers.map(({ data, error, isFetching }) => ({ data, error, isFetching }));

interface Lists {
  readonly answers: readonly ListAnswer[];
  readonly refetch: () => void;
}

export function useLists(lists: readonly ListQuery[], { isOn = true, ...times }: ListsOptions): Lists {
  const optionsOf = useListOptions();
  const client = useQueryClient();
  const answers = useQueries({
    queries: lists.map((requested) => ({ ...optionsOf(requested), enabled: isOn, ...times })),
    combine: answered,
  });
  const refetch = () => {
    for (const requested of lists) void client.refetchQueries({ queryKey: optionsOf(requested).queryKey, exact: true });
  };
  return { answers, refetch };
}

/** Reads a list as it is now, past the cache, with what comes beside its rows. */
export function useReadAnswer(): (requested: GetListParams) => Promise<Rows> {
  const provider = useDataProvider()();
  return useCallback((requested) => provider.getList(requested), [provider]);
}

/** The same, of which its rows are wanted alone. */
export function useReadList(): (requested: GetListParams) => Promise<readonly BaseRecord[]> {
  const read = useReadAnswer();
  return useCallback(async (requested) => (await read(requested)).data, [read]);
}

/** Reads a row as it is now, past the cache. */
export function useReadRow(): (resource: string, id: string) => Promise<BaseRecord> {
  const provider = useDataProvider()();
  return useCallback(async (resource, id) => (await provider.getOne({ resource, id })).data, [provider]);
}

/** Reads a list on an event, such as a paste; from the cache where it is good. */
export function useFetchList(): (requested: ListQuery, times: Pick<ListsOptions, "staleTime" | "gcTime">) => Promise<Rows> {
  const optionsOf = useListOptions();
  const client = useQueryClient();
  return useCallback(
    async (requested, times) => {
      const fetchList = () => client.fetchQuery({ ...optionsOf(requested), ...times });
      try {
        return await fetchList();
      } catch (error) {
        // It had joined the request of a list that was closed meanwhile, which calls its request back.
        if (error instanceof CancelledError) return fetchList();
        throw error;
      }
    },
    [client, optionsOf],
  );
}
