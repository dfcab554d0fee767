// The rows of a list that comes as a page, or whole, through Refine's list hook. The address is its only state.
import { keepPreviousData } from "@tanstack/react-query";
import { useList, type BaseRecord, type CrudFilter } from "@refinedev/core";
import { useMemo, useState } from "react";
import type { ScreenField } from "../../../schema/screen.ts";
import { failureOf } from "../../api/failure.ts";
import { prefetchedList } from "../../data/providers/data-provider.ts";
import { textOf, totalsOf, type Row } from "../../api/wire-data.ts";
import { expandIconFor } from "./expand-icon.tsx";
import type { FixedFilter } from "../../data/screen-models/details.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import { childrenOf, flatRows, type ListData } from "./list-data.ts";
import { comparisonsIn, sortersOf, type ListQuery } from "../search/list-query.ts";
import { listCall } from "../../data/screen-models/paths.ts";
import { operatorOf } from "../search/search-fields.ts";
import { useEvent } from "../../ui/hooks/use-event.ts";

interface PagedInput {
  readonly screen: ListViewModel;
  readonly query: ListQuery;
  readonly searched: readonly ScreenField[];
  /** What every row of this place holds. */
  readonly fixed: readonly FixedFilter[];
  /** The read that fills the list, where the caller names one. */
  readonly read: string | undefined;
  /** Other resources: a write to one of them reloads the list. */
  readonly dependsOn?: readonly string[] | undefined;
  /** False: nothing is loaded. */
  readonly isOn?: boolean;
}

/** Milliseconds for which rows that came with the page need not be read anew. */
const goodAtFirst = 2000;

const noRows: readonly Row[] = [];
const nothing: readonly never[] = [];

/** The filters of a list in Refine's terms. */
export function crudFilters(
  query: Pick<ListQuery, "filters">,
  searched: readonly ScreenField[],
  fixed: readonly FixedFilter[],
): CrudFilter[] {
  const own = searched.flatMap((field): CrudFilter[] => {
    const value = query.filters[field.name];
    return value === undefined ? [] : [{ field: field.name, operator: operatorOf(field), value }];
  });
  return [...own, ...fixed.map(({ field, value }): CrudFilter => ({ field, operator: "eq", value }))];
}

/** The first group of fields of which none is searched for yet (`listNeeds` of a definition). */
function missingFilters({ listNeeds = [] }: ListViewModel, names: ReadonlySet<string>): readonly string[] | undefined {
  return listNeeds.find((group) => !group.some((name) => names.has(name)));
}

/** Rows that hold others are open at first, since a forest comes whole. */
function useForestRows(screen: ListViewModel, rows: readonly Row[]): ListData["expandable"] {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  return useMemo(() => {
    const parents = flatRows(rows)
      .filter((row) => childrenOf(row).length > 0)
      .map((row) => textOf(row[screen.key]));
    if (parents.length === 0) return undefined;
    return {
      expandedRowKeys: parents.filter((key) => !closed.has(key)),
      expandIcon: expandIconFor(screen),
      onExpand(isOpen, row) {
        const key = textOf(row[screen.key]);
        setClosed((old) => new Set(isOpen ? [...old].filter((other) => other !== key) : [...old, key]));
      },
    };
  }, [screen, rows, closed]);
}

export function usePagedData({ screen, query, searched, fixed, read, dependsOn = nothing, isOn: isWanted = true }: PagedInput): ListData {
  const { isPage: isPaged } = listCall(screen, read ?? screen.listRead);
  const filters = useMemo(() => crudFilters(query, searched, fixed), [query, searched, fixed]);
  const others = useMemo(() => comparisonsIn(query.filters, searched), [query, searched]);
  const needs = useMemo(
    () =>
      missingFilters(
        screen,
        new Set([
          ...filters.map((filter) => ("field" in filter ? filter.field : "")),
          ...Object.keys(others).map((name) => name.replace(/_(?:equal|in)$/, "")),
        ]),
      ),
    [screen, filters, others],
  );
  const isOn = isWanted && needs === undefined;
  const wanted = {
    pagination: { currentPage: query.current, pageSize: query.size },
    filters,
    sorters: sortersOf(query.sorts),
    meta: { read, parameters: others },
  };
  const { query: request } = useList<BaseRecord>({
    resource: screen.name,
    ...wanted,
    queryOptions: {
      placeholderData: keepPreviousData,
      enabled: isOn,
      meta: { dependsOn },
      // What has come with the page is not asked for again by the list that it was read for.
      initialData: () => (isOn ? prefetchedList(screen, wanted) : undefined),
      staleTime: ({ state }) => (state.dataUpdateCount === 0 ? goodAtFirst : 0),
    },
    // The list itself shows that loading failed, in place of the rows.
    errorNotification: false,
  });
  const { data, dataUpdatedAt, isPending, isFetching, error, refetch } = request;
  const refresh = useEvent(() => {
    if (isOn) void refetch();
  });
  const rows: readonly Row[] = data?.data ?? noRows;
  const expandable = useForestRows(screen, rows);
  const first: unknown = data?.["firstNumber"];
  return {
    rows,
    total: data?.total ?? 0,
    isTotalEstimated: data?.["isTotalEstimated"] === true,
    totals: totalsOf(data),
    isPaged,
    firstNumber: expandable === undefined && typeof first === "number" ? first : undefined,
    isLoading: isPending,
    readAt: dataUpdatedAt,
    isBusy: isFetching,
    failure: error === null ? undefined : failureOf(error),
    refresh,
    request: wanted,
    ...(needs === undefined ? {} : { needs }),
    ...(expandable === undefined ? {} : { expandable }),
  };
}
