// The rows of a grid: as the form edits them, and what of them is sent.
import type { FieldIssue } from "../../api/failure.ts";
import { isRecord, textOf, type Row } from "../../api/wire-data.ts";
import { rowToWire } from "../../api/row-conversion.ts";
import type { FormDefinition, FormValues } from "../../inputs/values/form-definition.ts";
import { changedFields, initialValues, valuesOfRecord } from "../../inputs/values/values.ts";
import { isVisibleIn } from "../../../schema/field.ts";
import { generatedSchema } from "../../../schema/json-schema-subset.ts";
import type { Screen, ScreenField, ScreenGrid } from "../../../schema/screen.ts";
import { combinationIn, linesFor, type Axis, type Combination, type LineNames } from "./combinations.ts";

/** The only field of the form. */
export const rowsName = "rows";
/** A cell of each row, only shown: its combination in words. */
const combinationField = "_combination";
/** A cell of each row, never shown: its combination. */
const combinationName = "_values";

export interface GridModel {
  readonly screen: Screen;
  readonly grid: ScreenGrid;
  /** The edited columns. */
  readonly columns: readonly ScreenField[];
  /** The field that holds the combination, and how. */
  readonly lines: { readonly field: ScreenField; readonly names: LineNames } | undefined;
}

export function gridModel(screen: Screen, grid: ScreenGrid): GridModel {
  const fieldNamed = (name: string) => screen.fields.find((field) => field.name === name);
  const columns = grid.columns.flatMap((name) => {
    const field = fieldNamed(name);
    return field === undefined ? [] : [{ ...field, showWhen: undefined } as ScreenField];
  });
  const field = grid.combine === undefined ? undefined : fieldNamed(grid.combine.into);
  if (field !== undefined && typeof grid.combine?.axes === "object") return { screen, grid, columns, lines: { field, names: "members" } };
  const value = field?.fields?.find(({ reference }) => reference?.within !== undefined);
  const axis = value?.reference?.within;
  const lines =
    field === undefined || value === undefined || axis === undefined ? undefined : { field, names: { axis, value: value.name } };
  return { screen, grid, columns, lines };
}

/** The combination that a row of the form stands for. */
export const combinationOf = (cells: Row): Combination => {
  const stored: unknown = cells[combinationName];
  return Array.isArray(stored) ? stored.filter(isRecord).map((one) => ({ axis: textOf(one["axis"]), value: textOf(one["value"]) })) : [];
};

/** The labels of a combination, by the axes that are offered, or by what the loaded row says. */
function labelOfCombination(combination: Combination, axes: readonly Axis[], labelsByKey: ReadonlyMap<string, string>): string {
  const labels = new Map([...labelsByKey, ...axes.flatMap(({ values }) => values.map(({ value, label }) => [value, label] as const))]);
  const places = new Map(axes.map(({ key }, index) => [key, index]));
  const placeOf = ({ axis }: Combination[number]) => places.get(axis) ?? places.size;
  return combination
    .toSorted((left, right) => placeOf(left) - placeOf(right))
    .map(({ value }) => labels.get(value) ?? value)
    .join(" / ");
}

function labelsByValue({ lines }: GridModel, row: Row): ReadonlyMap<string, string> {
  const names = lines?.names;
  const value = names === undefined || names === "members" ? undefined : lines?.field.fields?.find(({ name }) => name === names.value);
  const stored: unknown = lines === undefined ? undefined : row[lines.field.name];
  if (value?.labelKey === undefined || !Array.isArray(stored)) return new Map();
  const key = value.labelKey;
  return new Map(stored.filter(isRecord).map((line) => [textOf(line[value.name]), textOf(line[key])]));
}

/** A loaded row as the form edits it. */
export function cellsOf(model: GridModel, row: Row, axes: readonly Axis[]): Row {
  const { columns, lines, screen } = model;
  const combination = lines === undefined ? [] : combinationIn(row[lines.field.name], lines.names);
  return {
    ...valuesOfRecord(columns, row),
    ...(lines === undefined
      ? {}
      : { [combinationName]: combination, [combinationField]: labelOfCombination(combination, axes, labelsByValue(model, row)) }),
    id: textOf(row[screen.key]),
  };
}

/** A new row for a combination. */
export function newCellsFor({ columns }: GridModel, combination: Combination, axes: readonly Axis[]): Row {
  return {
    ...initialValues(columns, {}, new Date()),
    [combinationName]: combination,
    [combinationField]: labelOfCombination(combination, axes, new Map()),
  };
}

/** The form of the grid: one field that holds all rows. `most`: rows that it may have. */
export function gridForm({ screen, columns, lines }: GridModel, max: number): FormDefinition {
  const combination: ScreenField[] =
    lines === undefined
      ? []
      : [{ name: combinationField, kind: "text", label: lines.field.label, wire: "text", visibleIn: ["view"], width: 190 }];
  const field: ScreenField = {
    name: rowsName,
    kind: "lines",
    label: screen.label,
    wire: "rows",
    fields: [...combination, ...columns.map((column) => ({ ...column, fixed: undefined }) as ScreenField)],
    max,
    ...(screen.rules === undefined ? {} : { rules: screen.rules }),
    distinct: columns.filter(({ unique }) => unique === true).map(({ name }) => [name]),
  };
  const whole = generatedSchema(screen.schema.create);
  const names = new Set(columns.map(({ name }) => name));
  const schema = {
    type: "object",
    properties: {
      [rowsName]: {
        type: "array",
        maxItems: max,
        items: {
          type: "object",
          properties: Object.fromEntries(Object.entries(whole.properties ?? {}).filter(([name]) => names.has(name))),
          required: (whole.required ?? []).filter((name) => names.has(name)),
        },
      },
    },
  } as const;
  return {
    mode: "create",
    fields: [field],
    editable: [field],
    field: new Map([[rowsName, field]]),
    schema: generatedSchema(schema),
    rules: undefined,
    named: [field],
    formulas: undefined,
    hidden: new Set(),
    headings: new Map(),
  };
}

/** What of the grid is sent. */
interface GridChanges {
  readonly data: readonly Row[];
  /** The place in the grid of each row of `data`. */
  readonly places: readonly number[];
  readonly removed: readonly Row[];
}

export const rowsIn = (values: FormValues): readonly Row[] => {
  const stored = values[rowsName];
  return Array.isArray(stored) ? stored.filter(isRecord) : [];
};

/** Rows that are new or have changed, and loaded ones that are gone. Of a changed row only what has changed travels. */
export async function changesOf(model: GridModel, loaded: readonly Row[], values: FormValues, preset: Row): Promise<GridChanges> {
  const { screen, columns, lines } = model;
  const before = new Map(loaded.map((row) => [textOf(row[screen.key]), row]));
  const rows = rowsIn(values);
  const data: Row[] = [];
  const places: number[] = [];
  for (const [place, cells] of rows.entries()) {
    const old = before.get(textOf(cells["id"]));
    const { id: _id, ...edited } = cells;
    const sent =
      old === undefined
        ? columns.filter(({ name }) => edited[name] !== undefined)
        : changedFields(columns, valuesOfRecord(columns, old), edited);
    if (old !== undefined && sent.length === 0) continue;
    const combination = combinationOf(cells);
    const body: Row = {
      ...(old === undefined ? preset : { id: textOf(old[screen.key]), version: old["version"] }),
      ...Object.fromEntries(sent.map(({ name }) => [name, edited[name] ?? ""])),
      ...(old === undefined && lines !== undefined ? { [lines.field.name]: linesFor(combination, lines.names) } : {}),
    };
    data.push(await rowToWire(screen.fields, body));
    places.push(place);
  }
  const remaining = new Set(rows.map((row) => textOf(row["id"])));
  return { data, places, removed: loaded.filter((row) => !remaining.has(textOf(row[screen.key]))) };
}

/** Whether a column of the grid is edited by this field at all. */
const isShown = (field: ScreenField) => isVisibleIn(field, "create") || isVisibleIn(field, "edit");

/** Refusals of the server at the cells of the grid, which say the row themselves. */
export function issuesAtCells(
  { lines, columns }: GridModel,
  issues: readonly FieldIssue[],
  places: readonly number[],
): readonly FieldIssue[] {
  const names = new Set(columns.filter(isShown).map(({ name }) => name));
  return issues.map((issue) => {
    const [index, name] = issue.path;
    const place = typeof index === "number" ? places[index] : undefined;
    if (place === undefined) return issue;
    const cell =
      typeof name === "string" && names.has(name) ? name : lines?.field.name === name ? combinationField : (columns[0]?.name ?? "");
    return { ...issue, message: issue.message.replace(/^(?:第 \d+ 行：|Row \d+: )/, ""), path: [rowsName, place, cell] };
  });
}
