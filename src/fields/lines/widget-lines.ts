// The rows of a grid while it is edited: each row a record of its own that cells read and write; the form gets all of them at once.
import type { FormulasData } from "../../schema/formulas.ts";
import type { ScreenField } from "../../schema/screen.ts";
import { createFieldScope, type FieldScope } from "../../admin/inputs/values/field-scope.ts";
import type { FormValues } from "../../admin/inputs/values/form-definition.ts";
import { fieldsWithDependents, withFormulaValues } from "../../admin/inputs/values/formula-values.ts";
import { clearedBy } from "../../admin/inputs/values/cleared.ts";
import type { PendingEdits } from "../../admin/inputs/values/pending-edits.ts";
import { createValueStore, type ValueStore } from "../../admin/inputs/values/value-store.ts";
import { definedOnly, initialValues, isSameValue } from "../../admin/inputs/values/values.ts";
import { isRecord, textOf } from "../../admin/api/wire-data.ts";

/** One row. Its key stays with it while rows come and go around it. */
export interface Line {
  readonly key: number;
  readonly scope: FieldScope;
}

/** A cell, and the value that it was given. */
export interface GivenCell {
  readonly line: Line;
  readonly name: string;
  readonly value: unknown;
}

export interface Lines {
  readonly store: ValueStore<readonly Line[]>;
  /** The values of all rows as the form holds them. */
  values(): readonly FormValues[];
  /** The same with what is being typed. */
  shown(): readonly FormValues[];
  /** Begins anew with other values. */
  reset(values: unknown, stored: unknown): void;
  setCell(line: Line, name: string, value: unknown): void;
  /** Puts rows with these cells behind the row at an index (-1: at the beginning). Gives the new rows. */
  insert(after: number, rows: readonly FormValues[]): readonly Line[];
  remove(index: number): void;
}

/** Most rows of a field that does not say (`src/fields/lines/definition.ts`). */
export const maxLines = 500;

/** The cells of a new row. */
export function newCells(fields: readonly ScreenField[]): FormValues {
  return initialValues(fields, {}, new Date());
}

interface LinesOptions {
  readonly fields: readonly ScreenField[];
  /** Cells that follow from others of their row. */
  readonly formulas?: FormulasData | undefined;
  readonly values: unknown;
  /** The rows as loaded, which carry the labels of references. */
  readonly stored: unknown;
  readonly pending: PendingEdits;
  /** Is called after every change of a cell or a row. */
  readonly onEdit: () => void;
  /** Is called after a cell was given a value. */
  readonly onCell?: (cell: GivenCell) => void;
  /** Is called after what is typed into a cell has changed what its row shows. */
  readonly onPreview?: () => void;
}

export function createLines({ fields, formulas, values, stored, pending, onEdit, onCell, onPreview }: LinesOptions): Lines {
  let lastKey = 0;
  const follow = (cells: FormValues) => withFormulaValues(formulas, fields, cells);
  // What is typed into a cell may count in the head, whether or not the row itself shows anything of it.
  const watched = onPreview === undefined ? fieldsWithDependents(formulas, fields) : new Set(fields.map(({ name }) => name));
  const lineOf = (cells: FormValues, records: readonly FormValues[]): Line => {
    const record = records.find((one) => textOf(one["id"]) !== "" && textOf(one["id"]) === textOf(cells["id"])) ?? {};
    const values = follow(cells);
    const scope = createFieldScope({
      place: "row",
      fields,
      values,
      record,
      pending,
      watched,
      follow,
      ...(onPreview === undefined ? {} : { onPreview }),
    });
    return { key: (lastKey += 1), scope };
  };
  const linesOf = (given: unknown, loaded: unknown) =>
    Array.isArray(given) ? given.filter(isRecord).map((cells) => lineOf(cells, Array.isArray(loaded) ? loaded.filter(isRecord) : [])) : [];
  const store = createValueStore<readonly Line[]>(linesOf(values, stored));
  // A row that has not changed is the same object: what follows from it need not be worked out again.
  const cachedCells = new WeakMap<FormValues, FormValues>();
  const definedCells = (cells: FormValues): FormValues => {
    const defined = cachedCells.get(cells) ?? definedOnly(cells);
    cachedCells.set(cells, defined);
    return defined;
  };
  return {
    store,
    values: () => store.get().map((line) => definedCells(line.scope.values.get())),
    shown: () => store.get().map((line) => definedCells(line.scope.shown.get())),
    reset: (given, loaded) => store.set(linesOf(given, loaded)),
    setCell(line, name, value) {
      const { scope } = line;
      const cells = scope.values.get();
      const field = fields.find((one) => one.name === name);
      const cleared = field !== undefined && isSameValue(field, cells[name], value) ? [] : clearedBy(fields, name, cells);
      const next = { ...cells, [name]: value, ...Object.fromEntries(cleared.map((one) => [one, undefined])) };
      scope.values.set(follow(next));
      onEdit();
      onCell?.({ line, name, value });
    },
    insert(after, rows) {
      const added = rows.map((cells) => lineOf(cells, []));
      const now = store.get();
      store.set([...now.slice(0, after + 1), ...added, ...now.slice(after + 1)]);
      onEdit();
      return added;
    },
    remove(index) {
      store.set(store.get().filter((_line, at) => at !== index));
      onEdit();
    },
  };
}
