// A part of the rows that a list finds, such as those of a state: by the list's own call with a filter more.
import { keepPreviousData } from "@tanstack/react-query";
import { useList, type BaseRecord } from "@refinedev/core";
import { useEffect, useRef } from "react";
import { failureOf, type ApiFailure } from "../../api/failure.ts";
import { isRecord, type Row } from "../../api/wire-data.ts";
import type { ListRequest } from "../../data/providers/data-provider.ts";
import { useEvent } from "../../ui/hooks/use-event.ts";

interface ShapeRowsInput {
  readonly resource: string;
  /** What the list is asked for. */
  readonly request: ListRequest;
  /** The filter of this part, as the list takes it. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Of the rows that are read at once. */
  readonly size: number;
  /** Grows when the rows are to be read anew. */
  readonly revision: number;
  /** False: nothing is read. */
  readonly isOn?: boolean;
}

interface ShapeRows {
  readonly rows: readonly Row[];
  readonly total: number;
  /** There are about so many. */
  readonly isEstimated: boolean;
  readonly isLoading: boolean;
  readonly isBusy: boolean;
  readonly failure: ApiFailure | undefined;
  readonly refetch: () => void;
}

const noRows: readonly Row[] = [];

export function useShapeRows({ resource, request, parameters, size, revision, isOn = true }: ShapeRowsInput): ShapeRows {
  const own: unknown = request.meta?.["parameters"];
  const { query } = useList<BaseRecord>({
    resource,
    pagination: { currentPage: 1, pageSize: size },
    filters: request.filters ?? [],
    sorters: request.sorters ?? [],
    meta: { ...request.meta, parameters: { ...(isRecord(own) ? own : {}), ...parameters } },
    queryOptions: { placeholderData: keepPreviousData, enabled: isOn },
    errorNotification: false,
  });
  const { data, error, isPending, isFetching, refetch: readAnew } = query;
  const refetch = useEvent(() => void readAnew());
  // What is mounted reads by itself.
  const readAt = useRef(revision);
  useEffect(() => {
    if (revision === readAt.current) return;
    readAt.current = revision;
    if (isOn) refetch();
  }, [revision, refetch, isOn]);
  return {
    rows: data?.data ?? noRows,
    total: data?.total ?? 0,
    isEstimated: data?.["isTotalEstimated"] === true,
    isLoading: isPending,
    isBusy: isFetching,
    failure: error === null ? undefined : failureOf(error),
    refetch,
  };
}
