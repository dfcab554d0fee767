// What an import answers: its columns and keys, how many rows it adds, changes, leaves alone and refuses, and the first of each.
import { isImportUndoable } from "#schema/imports";
import type { ResourceModel } from "#schema/model";
import { inLanguage, type Language } from "#schema/text";
import type { Values } from "../contract.ts";
import { fillableFields, keysFor, type MappedColumn } from "./columns.ts";
import type { ImportPlan } from "./plan.ts";
import type { FileTable } from "./read/table.ts";
import type { PlannedRow, RefusedRow } from "./rows.ts";

/** Rows of each kind that an answer lists; all of them are counted. */
export const maxListed = 200;

/** Rows by what becomes of them. */
export type Counts = Readonly<Record<PlannedRow["does"], number>>;
type ListedKind = "add" | "change" | "refuse";

interface Imported {
  readonly plan: ImportPlan;
  readonly table: Pick<FileTable, "sheets" | "sheet" | "header">;
  /** Rows of the file. */
  readonly rows: number;
  readonly counts: Counts;
  readonly listed: Readonly<Record<ListedKind, readonly Values[]>>;
  /** Whether rows were written. */
  readonly isDone: boolean;
  /** The key of the first row that was written; undefined where none was. */
  readonly written: string | undefined;
}

const labelIn = (resource: ResourceModel, name: string, language: Language): string =>
  name === resource.key && !resource.field.has(name) ? "ID" : inLanguage(resource.field.get(name)?.label ?? [name, name], language);

const columnsOf = (columns: readonly MappedColumn[], header: readonly string[]): readonly Values[] =>
  header.map((heading, place) => ({ heading, field: columns.find((column) => column.place === place)?.name ?? "" }));

/** A row as an answer lists it. */
export function listedRow({ resource, context }: ImportPlan, row: PlannedRow): Values {
  const label = (name: string) => labelIn(resource, name, context.language);
  return {
    row: row.number,
    title: row.title,
    ...(row.does === "change" ? { changes: row.changes.map((change) => ({ ...change, label: label(change.field) })) } : {}),
    ...(row.does === "refuse"
      ? {
          problems: row.problems.map(({ field, message }) => ({
            field: field ?? "",
            label: field === undefined ? "" : label(field),
            message: inLanguage(message, context.language),
          })),
        }
      : {}),
  };
}

/** What a refused row says, in one line. */
export const sentenceOfRow = ({ problems }: RefusedRow, language: Language): string =>
  problems.map(({ message }) => inLanguage(message, language)).join(language === "zh" ? "；" : "; ");

export const countsOf = (rows: readonly PlannedRow[]): Counts => {
  const count = (does: PlannedRow["does"]) => rows.filter((row) => row.does === does).length;
  return { add: count("add"), change: count("change"), leave: count("leave"), refuse: count("refuse") };
};

/** Counts and lists of rows that were planned together. */
export function outcomeOf(plan: ImportPlan, rows: readonly PlannedRow[]): Pick<Imported, "counts" | "listed"> {
  const listed = (does: ListedKind) =>
    rows
      .filter((row) => row.does === does)
      .toSorted((one, other) => one.number - other.number)
      .slice(0, maxListed)
      .map((row) => listedRow(plan, row));
  return { counts: countsOf(rows), listed: { add: listed("add"), change: listed("change"), refuse: listed("refuse") } };
}

/** The answer of an import, or of its trial. */
export function answerOf({ plan, table, rows, counts, listed, isDone, written }: Imported): Values {
  const { context, resource, columns, key } = plan;
  const label = (name: string) => labelIn(resource, name, context.language);
  return {
    done: isDone,
    written: written ?? "",
    undo: isImportUndoable(resource) && (counts.add === 0 || resource.calls.has("remove")) ? (written ?? "") : "",
    sheets: table.sheets,
    sheet: table.sheet,
    columns: columnsOf(columns, table.header),
    fields: fillableFields(context, resource).map((field) => ({
      name: field.name,
      label: label(field.name),
      required: field.required !== undefined,
    })),
    keys: keysFor(context, resource).map((names) => ({ fields: names.join(","), label: names.map(label).join(" + ") })),
    key: key.join(","),
    mode: plan.mode,
    rows,
    added: { count: counts.add, rows: listed.add },
    changed: { count: counts.change, rows: listed.change },
    unchanged: { count: counts.leave },
    refused: { count: counts.refuse, rows: listed.refuse },
  };
}
