// Several lists at once, however many there are: the levels of a tree that are open. Refine's useList is for one; keys, provider and cache are its own.
import { useDataProvider, useKeys, type BaseRecord, type CrudSort, type GetListResponse } from "@refinedev/core";
import { useQueries, useQueryClient, type QueryFunctionContext, type UseQueryResult } from "@tanstack/react-query";
import { useCallback } from "react";

/** A list as useList is asked for it, whole. */
export interface AskedList {
  readonly resource: string;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly sorters?: readonly CrudSort[];
}

type Rows = GetListResponse<BaseRecord>;

interface ListQueryOptions {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: Pick<QueryFunctionContext, "client" | "queryKey" | "signal">) => Promise<Rows>;
}

/** What react-query needs for a list, under the key that useList gives it. */
function useListOptions(): (asked: AskedList) => ListQueryOptions {
  const provider = useDataProvider()();
  const { keys } = useKeys();
  return useCallback(
    ({ resource, meta, sorters }) => ({
      queryKey: keys().data().resource(resource).action("list").params({ ...meta, ...(sorters === undefined ? {} : { sorters }) }).get(),
      queryFn: ({ client, queryKey, signal }) => provider.getList({ resource, meta: { ...meta, queryContext: { client, queryKey: [...queryKey], signal } }, ...(sorters === undefined ? {} : { sorters: [...sorters] }) }),
    }),
    [provider, keys],
  );
}

export interface ListsOptions {
  readonly isOn?: boolean;
  /** Milliseconds for which an answer is good. */
  readonly staleTime?: number;
  /** Milliseconds for which it is kept once nobody shows it. */
  readonly gcTime?: number;
}

type ListAnswer = Pick<UseQueryResult<Rows>, "data" | "error" | "isFetching">;

/** The same function at each rendering, so that the same answers are the same value. */
const answered = (answers: readonly UseQueryResult<Rows>[]): readonly ListAnswer[] => answers.map(({ data, error, isFetching }) => ({ data, error, isFetching }));

export interface Lists {
  readonly answers: readonly ListAnswer[];
  readonly refetch: () => void;
}

export function useLists(lists: readonly AskedList[], { isOn = true, ...times }: ListsOptions): Lists {
  const optionsOf = useListOptions();
  const client = useQueryClient();
  const answers = useQueries({ queries: lists.map((asked) => ({ ...optionsOf(asked), enabled: isOn, ...times })), combine: answered });
  const refetch = () => {
    for (const asked of lists) void client.refetchQueries({ queryKey: optionsOf(asked).queryKey, exact: true });
  };
  return { answers, refetch };
}

/** Reads a list on an event, such as a paste; from the cache where it is good. */
export function useFetchList(): (asked: AskedList, times: Pick<ListsOptions, "staleTime" | "gcTime">) => Promise<Rows> {
  const optionsOf = useListOptions();
  const client = useQueryClient();
  return useCallback((asked, times) => client.fetchQuery({ ...optionsOf(asked), ...times }), [client, optionsOf]);
}
