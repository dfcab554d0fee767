// What other back-ends leave to the browser: the order of answers that are no pages, the names of what rows refer to, and values for empty
// fields. Loaded for such back-ends only.
import type { CrudSort } from "@refinedev/core";
import type { ScreenBackEnd, ScreenField } from "../../../schema/screen.ts";
import { readChoicesOf, sourceOf } from "../../api/choice-requests.ts";
import { ApiFailure } from "../../api/failure.ts";
import { isRecord, partsOf, textOf, type Row } from "../../api/wire-data.ts";
import type { ListCall } from "../screen-models/paths.ts";
import type { ListViewModel } from "../screen-models/view-models.ts";

export interface AnsweredRows {
  readonly screen: Pick<ListViewModel, "fields">;
  readonly backEnd: ScreenBackEnd;
  readonly rows: readonly Row[];
  readonly call: Pick<ListCall, "isPage">;
  /** The order that was chosen. */
  readonly sorters: readonly CrudSort[];
}

const childrenIn = (row: Row): readonly Row[] | undefined =>
  Array.isArray(row["children"]) ? row["children"].filter(isRecord) : undefined;

/** Rows, and those below them, each changed. */
function mapped(rows: readonly Row[], change: (row: Row) => Row): readonly Row[] {
  return rows.map((row) => {
    const children = childrenIn(row);
    return children === undefined ? change(row) : { ...change(row), children: mapped(children, change) };
  });
}

const order = new Intl.Collator("zh-CN", { numeric: true });

function sorted(rows: readonly Row[], { field, order: direction }: CrudSort): readonly Row[] {
  const turn = direction === "desc" ? -1 : 1;
  return rows
    .toSorted((one, other) => turn * order.compare(textOf(one[field]), textOf(other[field])))
    .map((row) => {
      const children = childrenIn(row);
      return children === undefined ? row : { ...row, children: sorted(children, { field, order: direction }) };
    });
}

interface NamedField {
  readonly field: ScreenField;
  readonly key: string;
  readonly names: ReadonlyMap<string, string>;
}

const isUnnamed = (row: Row, field: ScreenField, key: string): boolean => textOf(row[key]) === "" && partsOf(row[field.name]).length > 0;

/** The names of what a column of these rows refers to; none where this person may not read them. */
async function namesOf(field: ScreenField, key: string, rows: readonly Row[], signal: AbortSignal | undefined): Promise<NamedField> {
  const values = new Set<string>();
  mapped(rows, (row) => {
    if (isUnnamed(row, field, key)) for (const value of partsOf(row[field.name])) values.add(value);
    return row;
  });
  const names = new Map<string, string>();
  if (field.reference !== undefined && values.size > 0) {
    try {
      for (const { value, label } of await readChoicesOf(sourceOf(field.reference), [...values], signal)) names.set(value, label);
    } catch (error) {
      // The rows are worth showing without names too.
      if (!(error instanceof ApiFailure) || error.error === "aborted") throw error;
    }
  }
  return { field, key, names };
}

async function named(fields: readonly ScreenField[], rows: readonly Row[], signal: AbortSignal | undefined): Promise<readonly Row[]> {
  const references = fields.flatMap((field) =>
    field.list === true && field.reference !== undefined && field.labelKey !== undefined ? [{ field, key: field.labelKey }] : [],
  );
  const existing = await Promise.all(references.map(({ field, key }) => namesOf(field, key, rows, signal)));
  return mapped(rows, (row) => ({
    ...row,
    ...Object.fromEntries(
      existing.flatMap(({ field, key, names }) => {
        const values = partsOf(row[field.name]);
        return isUnnamed(row, field, key) && values.some((value) => names.has(value))
          ? [[key, values.map((value) => names.get(value) ?? value).join(",")]]
          : [];
      }),
    ),
  }));
}

/** Values that are sent for empty fields are empty when they come back. */
function withoutStandIns(rows: readonly Row[], { whenEmpty, readsAsEmpty }: ScreenBackEnd): readonly Row[] {
  const standIns = Object.entries({ ...whenEmpty, ...readsAsEmpty });
  if (standIns.length === 0) return rows;
  return mapped(rows, (row) => ({
    ...row,
    ...Object.fromEntries(standIns.filter(([name, value]) => textOf(row[name]) === value).map(([name]) => [name, null])),
  }));
}

/** The rows of an answer in their order, with names. */
export async function completedRows(
  { screen, backEnd, rows, call, sorters }: AnsweredRows,
  signal: AbortSignal | undefined,
): Promise<readonly Row[]> {
  const [first] = sorters.length === 0 ? backEnd.order : sorters;
  const cleared = withoutStandIns(rows, backEnd);
  const inOrder = first === undefined || call.isPage || backEnd.sortsWhole ? cleared : sorted(cleared, first);
  return backEnd.named ? inOrder : named(screen.fields, inOrder, signal);
}

/** The body of a submit, with what the back-end wants for fields that are empty; in a new row also for those that are not there. */
export function bodyHere(
  { whenEmpty = {} }: ScreenBackEnd,
  body: Readonly<Record<string, unknown>>,
  isNew: boolean,
): Record<string, unknown> {
  const isEmpty = (name: string) => body[name] === "" || (isNew && body[name] === undefined);
  return { ...body, ...Object.fromEntries(Object.entries(whenEmpty).filter(([name]) => isEmpty(name))) };
}
