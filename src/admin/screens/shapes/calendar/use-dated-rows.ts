// The rows that a list finds between two days. Those of a period without an end are on its first day.
import { useMemo } from "react";
import { traitsOf } from "../../../../fields/screen-traits.ts";
import type { PartRows } from "../part-cards.tsx";
import type { ShapeProps } from "../shape-props.ts";
import { freeFilter } from "../free-filter.ts";
import { useShapeRows } from "../use-shape-rows.ts";
import { dayAfter } from "./month.ts";

interface DatedRowsInput extends Pick<ShapeProps, "screen" | "request" | "revision"> {
  readonly first: string;
  readonly last: string;
  readonly size: number;
}

/** How many rows of the list are on no day at all. */
export function useUndatedCount({ screen, request, revision }: Pick<ShapeProps, "screen" | "request" | "revision">): number {
  const { from = "", optional } = screen.shapes?.calendar ?? {};
  const parameters = useMemo(() => ({ [`${from}_null`]: "1" }), [from]);
  return useShapeRows({ resource: screen.name, request, parameters, size: 1, revision, isOn: optional === true }).total;
}

const nothing: Readonly<Record<string, string>> = {};

export function useDatedRows({ screen, request, revision, first, last, size }: DatedRowsInput): PartRows {
  const { from = "", to } = screen.shapes?.calendar ?? {};
  const fieldNamed = (name: string | undefined) => screen.fields.find((field) => field.name === name);
  const [fromField, toField] = [fieldNamed(from), fieldNamed(to)];
  const parameters = useMemo(() => {
    const atNight = (field: typeof fromField, day: string) =>
      field !== undefined && traitsOf(field).temporal === "moment" ? `${day} 00:00:00` : day;
    const before = { [freeFilter(screen, request, from, "before")]: atNight(fromField, dayAfter(last, 1)) };
    const since = { [freeFilter(screen, request, from, "from")]: atNight(fromField, first) };
    return {
      ended: to === undefined ? { ...since, ...before } : { ...before, [freeFilter(screen, request, to, "from")]: atNight(toField, first) },
      open: to === undefined ? nothing : { ...since, ...before, [`${to}_null`]: "1" },
    };
  }, [screen, request, from, to, fromField, toField, first, last]);
  // The earliest first: where there are too many, it is the last days that lack some.
  const sorted = useMemo(
    () => (fromField?.sortable === true ? { ...request, sorters: [{ field: from, order: "asc" as const }] } : request),
    [request, from, fromField],
  );
  const common = { resource: screen.name, request: sorted, size, revision };
  const ended = useShapeRows({ ...common, parameters: parameters.ended });
  const open = useShapeRows({ ...common, parameters: parameters.open, isOn: to !== undefined });
  const rows = useMemo(() => (open.rows.length === 0 ? ended.rows : [...ended.rows, ...open.rows]), [ended.rows, open.rows]);
  return {
    rows,
    total: ended.total + open.total,
    isLoading: ended.isLoading || (to !== undefined && open.isLoading),
    isBusy: ended.isBusy || open.isBusy,
    failure: ended.failure ?? open.failure,
    refetch() {
      ended.refetch();
      if (to !== undefined) open.refetch();
    },
  };
}
