// The rows of a list while their cells are edited: what is stored, what was entered instead, what became of saving it.
import { sentenceOf } from "../../../schema/sentence.ts";
import type { Screen } from "../../../schema/screen.ts";
import type { Language } from "../../../schema/text.ts";
import type { FieldIssue } from "../../api/failure.ts";
import { textOf, type Row } from "../../api/wire-data.ts";
import { issuesOf } from "../../forms/validation/issues.ts";
import { clearedBy } from "../../inputs/values/cleared.ts";
import { formOf, isFixedNow, type FormDefinition, type FormValues } from "../../inputs/values/form-definition.ts";
import { withFormulaValues } from "../../inputs/values/formula-values.ts";
import { hiddenFieldsIn } from "../../inputs/values/hidden-fields.ts";
import { createValueStore, type ValueStore } from "../../inputs/values/value-store.ts";
import { changedFields, isSameValue, rowOf, valuesOfRecord } from "../../inputs/values/values.ts";
import { childrenOf } from "../data/list-data.ts";

export type RowStatus = "clean" | "changed" | "saving" | "saved" | "refused" | "conflict";

/**
 * What is said at a cell: why its value was refused, why it was left as it is (a pasted text that it could not take, a step that is not undone),
 * or what others have entered meanwhile.
 */
export type CellNote =
  | { readonly kind: "refused" | "left"; readonly message: string }
  | { readonly kind: "conflict"; readonly theirs: unknown };

export interface SheetRow {
  readonly key: string;
  /** How many rows of a tree it is below. */
  readonly depth: number;
  /** As it is stored, with the labels of what it refers to. */
  readonly base: Row;
  /** The values of that. */
  readonly before: FormValues;
  /** The values that were entered, over those. */
  readonly values: FormValues;
  readonly status: RowStatus;
  readonly notes: ReadonlyMap<string, CellNote>;
  /** Why the row was refused, where that is said at no cell. */
  readonly failure: string;
}

export interface CellChange {
  readonly key: string;
  readonly name: string;
  readonly value: unknown;
}

/** A cell of a step: its former value, and the one that the step gave it. */
interface StepCell extends CellChange {
  readonly written: unknown;
}

/** What an undone step has changed, and its cells that hold something else by now. */
interface Undone {
  readonly keys: readonly string[];
  readonly left: readonly CellChange[];
}

/** What was entered into a row and lost unasked: its fields with the values that were there before. */
export interface LostCell {
  readonly name: string;
  readonly value: unknown;
  readonly before: unknown;
}

/** A row on its way to the server. */
interface SentRow {
  /** Its values when it was sent. */
  readonly values: FormValues;
  /** The fields that were changed, and the version that they were changed in. */
  readonly body: Row;
}

/** How many rows are in each state. */
type RowCounts = Readonly<Record<RowStatus, number>>;

const noNotes: ReadonlyMap<string, CellNote> = new Map();
const maxUndo = 50;

interface SheetOptions {
  readonly screen: Screen;
  readonly isAdministrator: boolean;
}

export interface Sheet {
  /** The keys of the rows in their order. */
  readonly order: ValueStore<readonly string[]>;
  readonly counts: ValueStore<RowCounts>;
  /** How many steps can be undone. */
  readonly undoable: ValueStore<number>;
  store(key: string): ValueStore<SheetRow> | undefined;
  row(key: string): SheetRow | undefined;
  formOf(row: SheetRow): FormDefinition;
  /** Takes the rows of the list over. `isSame`: it was asked for the same rows, so that they stay where they are. */
  take(rows: readonly Row[], isSame: boolean): void;
  /** The row whose input is open: it is not replaced. */
  hold(key: string | undefined): void;
  /** Rows that something is on its way into: they are not replaced, and count as not saved. Gives what ends that. */
  pin(keys: readonly string[]): () => void;
  /** A row with another value, and without those that depended on it. */
  withValue(row: SheetRow, name: string, value: unknown): SheetRow;
  /** One step of entering values. */
  change(changes: readonly CellChange[]): void;
  /** Gives the cells of the last step their former values, where they still hold what the step wrote. */
  undo(): Undone;
  /** Gives a cell its stored value, and those that depend on it theirs. Whether there was anything to take back. */
  revert(key: string, name: string): boolean;
  /** Enters again what was lost; a cell that others have changed since has both values. */
  restore(key: string, cells: readonly LostCell[]): void;
  /** What would be lost of a row. */
  lost(key: string): readonly LostCell[];
  /** Drops everything that is not saved. */
  discard(): void;
  note(key: string, name: string, note: CellNote): void;
  /** A row begins to be saved; undefined where there is nothing to save, or something that the form itself refuses. */
  begin(key: string, language: Language): SentRow | undefined;
  saved(key: string, record: Row, sent: SentRow): void;
  refuse(key: string, message: string, issues: readonly FieldIssue[]): void;
  /** Puts what was entered over a row that others have changed. Whether nobody has to choose between two values. */
  compare(key: string, record: Row): boolean;
  /** Chooses between two values of a cell. Whether all of its row are chosen. */
  settle(key: string, name: string, side: "mine" | "theirs"): boolean;
  /** Rows that wait to be saved; with those that were refused. */
  unsaved(isRefusedToo: boolean): readonly string[];
  /** Whether nothing would be lost. */
  isClean(): boolean;
}

/** Rows with those below them, each with its depth. */
function withDepth(rows: readonly Row[], depth = 0): readonly { readonly row: Row; readonly depth: number }[] {
  return rows.flatMap((row) => [{ row, depth }, ...withDepth(childrenOf(row), depth + 1)]);
}

const without = (notes: ReadonlyMap<string, CellNote>, names: ReadonlySet<string>): ReadonlyMap<string, CellNote> =>
  [...names].some((name) => notes.has(name)) ? new Map([...notes].filter(([name]) => !names.has(name))) : notes;

/** What stays said once a row is saved: which cells were left as they are. */
const leftIn = (notes: ReadonlyMap<string, CellNote>): ReadonlyMap<string, CellNote> =>
  new Map([...notes].filter(([, { kind }]) => kind === "left"));

const hasConflict = (notes: ReadonlyMap<string, CellNote>): boolean => [...notes.values()].some(({ kind }) => kind === "conflict");

export function createSheet({ screen, isAdministrator }: SheetOptions): Sheet {
  const stores = new Map<string, ValueStore<SheetRow>>();
  const order = createValueStore<readonly string[]>([]);
  const counts = createValueStore<RowCounts>({ clean: 0, changed: 0, saving: 0, saved: 0, refused: 0, conflict: 0 });
  const undoable = createValueStore(0);
  const forms = new Map<string, FormDefinition>();
  let steps: readonly (readonly StepCell[])[] = [];
  let held: string | undefined;
  const pins = new Set<readonly string[]>();
  /** The values of rows on their way, as they were sent. */
  const sentValues = new Map<string, FormValues>();

  const formOfRow = ({ base }: Pick<SheetRow, "base">): FormDefinition => {
    const hidden = [...hiddenFieldsIn(base)];
    const fixed = screen.fields.flatMap((field) => (isFixedNow(field, base) ? [field.name] : []));
    // What depends on hidden fields is decided by the row itself.
    const name = JSON.stringify([hidden, fixed, hidden.length === 0 ? "" : base[screen.key]]);
    const form = forms.get(name) ?? formOf(screen, "edit", { isAdministrator, record: base });
    forms.set(name, form);
    return form;
  };
  const follow = (values: FormValues): FormValues => withFormulaValues(screen.formulas, screen.fields, values);
  const changedIn = (row: Pick<SheetRow, "base" | "before" | "values">) => changedFields(formOfRow(row).editable, row.before, row.values);

  const count = () => {
    const next: Record<RowStatus, number> = { clean: 0, changed: 0, saving: 0, saved: 0, refused: 0, conflict: 0 };
    for (const key of order.get()) next[stores.get(key)?.get().status ?? "clean"] += 1;
    counts.set(next);
  };
  const put = (row: SheetRow) => {
    const store = stores.get(row.key);
    if (store === undefined) {
      stores.set(row.key, createValueStore(row));
      return;
    }
    const isOther = store.get().status !== row.status;
    store.set(row);
    if (isOther) count();
  };
  const update = (key: string, part: (row: SheetRow) => Partial<SheetRow>): void => {
    const row = stores.get(key)?.get();
    if (row !== undefined) put({ ...row, ...part(row) });
  };
  const freshRow = (base: Row, depth: number): SheetRow => ({
    key: textOf(base[screen.key]),
    depth,
    base,
    before: valuesOfRecord(screen.fields, base),
    values: valuesOfRecord(screen.fields, base),
    status: "clean",
    notes: noNotes,
    failure: "",
  });
  const isDirty = ({ status, notes }: SheetRow): boolean =>
    status === "changed" ||
    status === "saving" ||
    status === "refused" ||
    status === "conflict" ||
    [...notes.values()].some(({ kind }) => kind !== "left");
  /** How a row stands after its values were changed. */
  const statusOf = (row: SheetRow): RowStatus => {
    if (row.status === "saving") return "saving";
    if (hasConflict(row.notes)) return "conflict";
    return changedIn(row).length > 0 ? "changed" : "clean";
  };
  const withStatus = (row: SheetRow): SheetRow => {
    const status = statusOf(row);
    return { ...row, status, failure: status === "clean" ? "" : row.failure };
  };

  const withValue = (row: SheetRow, name: string, value: unknown): SheetRow => {
    const form = formOfRow(row);
    const field = form.field.get(name);
    if (field === undefined || isSameValue(field, row.values[name], value)) return { ...row, notes: without(row.notes, new Set([name])) };
    const cleared = clearedBy(form.editable, name, row.values);
    const values = follow({ ...row.values, [name]: value, ...Object.fromEntries(cleared.map((one) => [one, undefined])) });
    return { ...row, values, notes: without(row.notes, new Set([name, ...cleared])) };
  };
  /** A row with the stored value of a field, and with those of the fields that depend on it. */
  const withStored = (row: SheetRow, name: string): SheetRow => {
    const form = formOfRow(row);
    const field = form.field.get(name);
    const isStored = field === undefined || isSameValue(field, row.before[name], row.values[name]);
    const dependents = isStored ? [] : [row.before, row.values].flatMap((values) => clearedBy(form.editable, name, values));
    const names = [name, ...dependents];
    const values = follow({ ...row.values, ...Object.fromEntries(names.map((one) => [one, row.before[one]])) });
    return { ...row, values, notes: without(row.notes, new Set(names)) };
  };
  /** Puts rows, and gives what that has changed as a step. */
  const putAll = (rows: Iterable<SheetRow>): readonly StepCell[] =>
    [...rows].flatMap((row) => {
      const old = stores.get(row.key)?.get();
      put(withStatus(row));
      if (old === undefined) return [];
      return changedFields(formOfRow(row).editable, old.values, row.values).map(({ name }) => ({
        key: row.key,
        name,
        value: old.values[name],
        written: row.values[name],
      }));
    });
  const addStep = (step: readonly StepCell[]) => {
    if (step.length > 0) setSteps([...steps, step]);
  };
  const isPinned = (key: string): boolean => [...pins].some((keys) => keys.includes(key));
  const setSteps = (next: typeof steps) => {
    steps = next.slice(-maxUndo);
    undoable.set(steps.length);
  };

  return {
    order,
    counts,
    undoable,
    store: (key) => stores.get(key),
    row: (key) => stores.get(key)?.get(),
    formOf: formOfRow,

    take(rows, isSame) {
      const incoming = withDepth(rows).map(({ row, depth }) => freshRow(row, depth));
      const keys = incoming.map(({ key }) => key);
      const names = new Set(keys);
      const current = order.get();
      const isUnsaved = (key: string): boolean => {
        const row = stores.get(key)?.get();
        return row !== undefined && (key === held || isPinned(key) || isDirty(row));
      };
      // A row that a change has led out of the filter stays until the list is asked for anew.
      const staying = (key: string): boolean => isUnsaved(key) || (isSame && stores.get(key)?.get().status === "saved");
      const old = new Set(current);
      const next = isSame
        ? [...current.filter((key) => names.has(key) || staying(key)), ...keys.filter((key) => !old.has(key))]
        : [...keys, ...current.filter((key) => !names.has(key) && staying(key))];
      for (const row of incoming) {
        const notes = isSame ? leftIn(stores.get(row.key)?.get().notes ?? noNotes) : noNotes;
        if (!isUnsaved(row.key)) put({ ...row, notes });
      }
      const shown = new Set(next);
      for (const key of stores.keys()) if (!shown.has(key)) stores.delete(key);
      if (!isSame) setSteps([]);
      order.set(next);
      count();
    },
    hold: (key) => void (held = key),

    pin(keys) {
      pins.add(keys);
      count();
      return () => {
        pins.delete(keys);
        count();
      };
    },
    withValue,

    change(changes) {
      const rows = new Map<string, SheetRow>();
      for (const { key, name, value } of changes) {
        const row = rows.get(key) ?? stores.get(key)?.get();
        if (row !== undefined) rows.set(key, withValue(row, name, value));
      }
      addStep(putAll(rows.values()));
    },
    undo() {
      const last = steps.at(-1);
      if (last === undefined) return { keys: [], left: [] };
      setSteps(steps.slice(0, -1));
      const rows = new Map<string, SheetRow>();
      const left: CellChange[] = [];
      for (const cell of last) {
        const row = rows.get(cell.key) ?? stores.get(cell.key)?.get();
        const field = row === undefined ? undefined : formOfRow(row).field.get(cell.name);
        if (row === undefined || field === undefined) continue;
        if (isSameValue(field, row.values[cell.name], cell.written))
          rows.set(cell.key, {
            ...row,
            values: follow({ ...row.values, [cell.name]: cell.value }),
            notes: without(row.notes, new Set([cell.name])),
          });
        else left.push(cell);
      }
      putAll(rows.values());
      return { keys: [...rows.keys()], left };
    },
    revert(key, name) {
      const row = stores.get(key)?.get();
      const field = row === undefined ? undefined : formOfRow(row).field.get(name);
      if (row === undefined || field === undefined) return false;
      if (isSameValue(field, row.before[name], row.values[name]) && !row.notes.has(name)) return false;
      addStep(putAll([withStored(row, name)]));
      return true;
    },
    restore(key, cells) {
      const row = stores.get(key)?.get();
      if (row === undefined) return;
      const form = formOfRow(row);
      const own = cells.flatMap((cell) => {
        const field = form.field.get(cell.name);
        return field === undefined || isSameValue(field, cell.value, row.before[cell.name]) ? [] : [{ ...cell, field }];
      });
      const disputed = own.filter(({ field, name, before }) => !isSameValue(field, before, row.before[name]));
      const conflicts = disputed.map(({ name }) => [name, { kind: "conflict", theirs: row.before[name] }] as const);
      const values = follow({ ...row.values, ...Object.fromEntries(own.map(({ name, value }) => [name, value])) });
      put(withStatus({ ...row, values, notes: new Map<string, CellNote>([...row.notes, ...conflicts]) }));
    },
    lost(key) {
      const row = stores.get(key)?.get();
      if (row === undefined) return [];
      return changedIn(row).map(({ name }) => ({ name, value: row.values[name], before: row.before[name] }));
    },
    discard() {
      for (const key of order.get()) update(key, (row) => ({ values: row.before, notes: noNotes, status: "clean", failure: "" }));
      setSteps([]);
    },
    note: (key, name, note) => update(key, (row) => ({ notes: new Map([...row.notes, [name, note]]) })),

    begin(key, language) {
      const row = stores.get(key)?.get();
      if (row === undefined || row.status === "saving" || hasConflict(row.notes)) return undefined;
      const form = formOfRow(row);
      const changed = changedIn(row);
      if (changed.length === 0) {
        put(withStatus(row));
        return undefined;
      }
      const names = new Set(changed.map(({ name }) => name));
      // A list need not have every field of the form: the server checks the others.
      const issues = issuesOf(form, row.before, row.values).filter(({ path }) => names.has(String(path[0])));
      if (issues.length > 0) {
        const refused = issues.map((issue) => [String(issue.path[0]), { kind: "refused", message: sentenceOf(issue, language) }] as const);
        put({ ...row, notes: new Map([...row.notes, ...refused]), status: "refused", failure: "" });
        return undefined;
      }
      const whole = rowOf(form, row.before, row.values);
      const body = Object.fromEntries(Object.entries(whole).filter(([name]) => names.has(name)));
      sentValues.set(key, row.values);
      put({ ...row, status: "saving", failure: "", notes: leftIn(row.notes) });
      const { version } = row.base;
      return { values: row.values, body: version === undefined ? body : { ...body, version } };
    },
    saved(key, record, sent) {
      update(key, (row) => {
        const before = valuesOfRecord(screen.fields, record);
        const since = changedFields(formOfRow(row).editable, sent.values, row.values).map(({ name }) => [name, row.values[name]] as const);
        const values = since.length === 0 ? before : follow({ ...before, ...Object.fromEntries(since) });
        return { base: record, before, values, status: since.length === 0 ? "saved" : "changed", notes: leftIn(row.notes), failure: "" };
      });
    },
    refuse(key, message, issues) {
      update(key, (row) => {
        const form = formOfRow(row);
        const own = issues.filter(({ path }) => form.field.has(String(path[0])));
        const others = issues.filter((issue) => !own.includes(issue)).map((issue) => issue.message);
        const notes = own.map((issue) => [String(issue.path[0]), { kind: "refused", message: issue.message }] as const);
        const failure = issues.length === 0 ? message : others.join(" ");
        return { status: "refused", notes: new Map([...row.notes, ...notes]), failure };
      });
    },
    compare(key, record) {
      const row = stores.get(key)?.get();
      if (row === undefined) return false;
      const form = formOfRow({ base: record });
      const before = valuesOfRecord(screen.fields, record);
      const mine = changedIn(row).filter(({ name }) => form.field.has(name));
      const entered = mine.filter((field) => !isSameValue(field, row.values[field.name], before[field.name]));
      const disputed = entered.filter((field) => !isSameValue(field, row.before[field.name], before[field.name]));
      const values = follow({ ...before, ...Object.fromEntries(entered.map(({ name }) => [name, row.values[name]])) });
      const conflicts = disputed.map(({ name }) => [name, { kind: "conflict", theirs: before[name] }] as const);
      const status = disputed.length > 0 ? "conflict" : entered.length > 0 ? "changed" : "clean";
      put({
        ...row,
        base: record,
        before,
        values,
        status,
        failure: "",
        notes: new Map<string, CellNote>([...leftIn(row.notes), ...conflicts]),
      });
      return status === "changed";
    },
    settle(key, name, side) {
      const row = stores.get(key)?.get();
      const note = row?.notes.get(name);
      if (row === undefined || note?.kind !== "conflict") return false;
      const next = withStatus(side === "mine" ? { ...row, notes: without(row.notes, new Set([name])) } : withStored(row, name));
      put(next);
      return next.status === "changed";
    },
    unsaved(isRefusedToo) {
      return order.get().filter((key) => {
        const row = stores.get(key)?.get();
        if (row === undefined) return false;
        // What was entered while the row is on its way waits behind it.
        if (row.status === "saving")
          return changedFields(formOfRow(row).editable, sentValues.get(key) ?? row.values, row.values).length > 0;
        return row.status === "changed" || (isRefusedToo && row.status === "refused");
      });
    },
    isClean: () => {
      const { changed, saving, refused, conflict } = counts.get();
      return changed + saving + refused + conflict + pins.size === 0;
    },
  };
}
