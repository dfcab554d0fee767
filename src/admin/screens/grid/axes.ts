// What can be combined in a grid: values that the record above names, or rows of a resource of their own.
import { useCallback, useEffect, useMemo, useState } from "react";
import { failureOf, isRecord, partsOf, textOf, type ApiFailure, type Row } from "../../api/index.ts";
import { useChoiceLabels, useFetchChoices } from "../../data/queries/choice-lists.ts";
import { useRead } from "../../data/queries/reads.ts";
import type { Axis } from "./combinations.ts";
import type { GridModel } from "./grid-rows.ts";

interface Axes {
  /** Undefined until they are there. */
  readonly axes: readonly Axis[] | undefined;
  readonly failure: ApiFailure | undefined;
}

const nothing: readonly never[] = [];
const recordIn = (payload: unknown): Row => (isRecord(payload) ? payload : {});
const rowsInPayload = (payload: unknown): readonly Row[] => (Array.isArray(payload) ? payload.filter(isRecord) : nothing);

/** The values that can be combined, as the record above names what is combined. */
function useNamedAxes({ screen, grid, lines }: GridModel, owner: string): Axes {
  const above = screen.fields.find(({ name }) => name === grid.by)?.reference;
  const named = typeof grid.combine?.axes === "string" ? grid.combine.axes : undefined;
  const isOn = lines !== undefined && named !== undefined && above !== undefined;
  const record = useRead({ path: `${above?.path ?? ""}/detail`, query: { id: owner } }, recordIn, { isOn });
  const keys = useMemo(() => partsOf(record.value?.[named ?? ""]), [record.value, named]);
  const inner = lines?.field.fields ?? nothing;
  const names = lines === undefined || lines.names === "members" ? undefined : lines.names;
  const axisField = inner.find(({ name }) => name === names?.axis);
  const valueField = inner.find(({ name }) => name === names?.value);
  const { labels, isSettled } = useChoiceLabels(axisField?.reference, keys);
  const fetchChoices = useFetchChoices();
  const [values, setValues] = useState<ReadonlyMap<string, Axis["values"]>>();
  const [failure, setFailure] = useState<ApiFailure>();
  const reference = valueField?.reference;
  useEffect(() => {
    if (!isOn || record.value === undefined || reference === undefined) return undefined;
    let isCurrent = true;
    Promise.all(keys.map(async (key) => [key, await fetchChoices(reference, { within: key })] as const)).then(
      (lists) => isCurrent && setValues(new Map(lists.map(([key, list]) => [key, list.map(({ value, label }) => ({ value, label }))]))),
      (error: unknown) => isCurrent && setFailure(failureOf(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [isOn, record.value, keys, reference, fetchChoices]);
  const axes = useMemo(
    () =>
      !isOn
        ? nothing
        : values === undefined || !isSettled
          ? undefined
          : keys.map((key) => ({ key, label: labels.get(key) ?? key, values: values.get(key) ?? nothing })),
    [isOn, keys, labels, isSettled, values],
  );
  return { axes, failure: failure ?? record.failure };
}

/** Rows of a resource that are combined: those of the record above, or, where it has none of its own, those of nobody as proposals. */
function useAxisRows({ grid }: GridModel, owner: string): Axes {
  const rows = typeof grid.combine?.axes === "object" ? grid.combine.axes : undefined;
  const axesIn = useCallback(
    (payload: unknown): readonly Axis[] => {
      if (rows === undefined) return nothing;
      const all = rowsInPayload(payload);
      const own = all.filter((row) => textOf(row[rows.by]) === owner);
      return (own.length > 0 ? own : all).map((row) => ({
        key: textOf(row[rows.name]),
        label: textOf(row[rows.name]),
        ...(own.length > 0 ? {} : { isOptional: true }),
        values: rowsInPayload(row[rows.values]).map((line) => ({ value: textOf(line[rows.value]), label: textOf(line[rows.value]) })),
      }));
    },
    [rows, owner],
  );
  const { value, failure } = useRead({ path: rows?.path ?? "", query: { [rows?.by ?? ""]: owner } }, axesIn, { isOn: rows !== undefined });
  return { axes: rows === undefined ? nothing : value, failure };
}

/** What can be combined in a grid. */
export function useAxes(model: GridModel, owner: string): Axes {
  const named = useNamedAxes(model, owner);
  const ofRows = useAxisRows(model, owner);
  return typeof model.grid.combine?.axes === "object" ? ofRows : named;
}
