// The entries of dictionaries in Refine's cache: asked for once, until a dictionary is written (data/queries/query-client.ts).
import { useCustom, useDataProvider, useKeys } from "@refinedev/core";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { failureOf, type ApiFailure } from "../../api/failure.ts";
import { rowsOf, textOf } from "../../api/wire-data.ts";
import { settings } from "../../browser/settings.ts";

interface DictionaryEntry {
  /** `dictKey`, as text. */
  readonly value: string;
  readonly label: string;
  readonly remark: string;
}

const { paths } = settings.dialect;

const pathOf = (business: boolean): string => (business ? paths.businessDictionary : paths.dictionary);

const entriesIn = (payload: unknown): readonly DictionaryEntry[] =>
  rowsOf(payload).map((row) => ({ value: textOf(row["dictKey"]), label: textOf(row["dictValue"]), remark: textOf(row["remark"]) }));

const times = { staleTime: Infinity, gcTime: Infinity } as const;

/** A dictionary as far as it was read. */
interface DictionaryRead {
  /** Undefined until they are there. */
  readonly entries: readonly DictionaryEntry[] | undefined;
  readonly failure: ApiFailure | undefined;
  readonly retry: () => void;
}

/** The entries of a dictionary, of the whole system or (business) of the tenant, or why they cannot be read. */
export function useDictionaryRead(code: string | undefined, business = false): DictionaryRead {
  const { query } = useCustom({
    url: pathOf(business),
    method: "get",
    config: { query: { code: code ?? "" } },
    errorNotification: false,
    queryOptions: { ...times, enabled: code !== undefined },
  });
  const payload: unknown = query.data?.data["payload"];
  const entries = useMemo(() => (payload === undefined ? undefined : entriesIn(payload)), [payload]);
  return { entries, failure: query.error === null ? undefined : failureOf(query.error), retry: () => void query.refetch() };
}

/** The entries alone, undefined until they are there. Who fails to load them still sees the keys. */
export const useDictionary = (code: string | undefined, business = false): readonly DictionaryEntry[] | undefined =>
  useDictionaryRead(code, business).entries;

/** Reads the entries on an event, such as a paste. Throws ApiFailure. */
export function useFetchDictionary(): (code: string, business: boolean) => Promise<readonly DictionaryEntry[]> {
  const provider = useDataProvider()();
  const client = useQueryClient();
  const { keys } = useKeys();
  return useCallback(
    async (code, business) => {
      const requested = { method: "get", url: pathOf(business), query: { code } } as const;
      // The key that useCustom gives it.
      const queryKey = keys().data().mutation("custom").params(requested).get();
      const answer = await client.fetchQuery({
        queryKey,
        queryFn: async () => (await provider.custom?.(requested)) ?? { data: {} },
        ...times,
      });
      return entriesIn(answer.data["payload"]);
    },
    [client, keys, provider],
  );
}
