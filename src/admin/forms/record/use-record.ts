// The record that a dialog or a page is about, as it is now.
import { useOne } from "@refinedev/core";
import { useState } from "react";
import type { Screen } from "#schema/screen";
import { failureOf, type ApiFailure, type Row } from "../../api/index.ts";

interface LoadedRecord {
  readonly record: Row | undefined;
  readonly failure: ApiFailure | undefined;
  readonly retry: () => void;
}

/**
 * The current record: one that was shown before may have changed since. Once loaded, nothing but another revision reloads it below the form,
 * neither a write elsewhere nor a tab that becomes visible again.
 */
export function useRecord(screen: Pick<Screen, "name">, id: string | undefined, revision: number): LoadedRecord {
  const [loaded, setLoaded] = useState<{ readonly record: Row; readonly revision: number }>();
  const isCurrent = loaded?.revision === revision;
  const { query } = useOne({
    resource: screen.name,
    id: id ?? "",
    errorNotification: false,
    queryOptions: { enabled: id !== undefined && !isCurrent, retry: false },
  });
  const { data, isFetchedAfterMount, isFetching, error, refetch } = query;
  if (!isCurrent && id !== undefined && data !== undefined && isFetchedAfterMount && !isFetching && error === null)
    setLoaded({ record: data.data, revision });
  return {
    record: loaded?.record,
    failure: isCurrent || error === null || isFetching ? undefined : failureOf(error),
    retry: () => void refetch(),
  };
}

/**
 * The record as it is, anew after each write of it and of the resources that it depends on: for what is only shown. A record that cannot be
 * read anew stays as it was, unless it is gone.
 */
export function useLiveRecord(screen: Pick<Screen, "name">, id: string, dependsOn: readonly string[]): LoadedRecord {
  const { query } = useOne({
    resource: screen.name,
    id,
    errorNotification: false,
    queryOptions: { retry: false, meta: { dependsOn } },
  });
  const { data, error, isFetching, refetch } = query;
  const failure = error === null || isFetching ? undefined : failureOf(error);
  const isGone = failure?.error === "rowNotFound";
  return {
    record: isGone ? undefined : data?.data,
    failure: isGone || data === undefined ? failure : undefined,
    retry: () => void refetch(),
  };
}
