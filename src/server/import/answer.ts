// What an import answers: its columns and keys, how many rows it adds, changes, leaves alone and refuses, and the first of each.
import type { ImportMode } from "#schema/import-modes";
import { isImportUndoable } from "#schema/imports";
import type { ResourceModel } from "#schema/model";
import { inLanguage, type Language } from "#schema/text";
import type { Values } from "../contract.ts";
import { fillableFields, keysFor, type MappedColumn } from "./columns.ts";
import type { ImportPlan } from "./plan.ts";
import type { FileTable } from "./read/table.ts";
import type { PlannedRow, RefusedRow } from "./rows.ts";

/** Rows of each kind that an answer lists; all of them are counted. */
const maxListed = 200;

interface Imported {
  readonly plan: ImportPlan;
  readonly table: FileTable;
  readonly rows: readonly PlannedRow[];
  /** Whether rows were written. */
  readonly isDone: boolean;
  /** Keys of the rows that were written, in their order. */
  readonly written: readonly string[];
}

const labelIn = (resource: ResourceModel, name: string, language: Language): string =>
  name === resource.key && !resource.field.has(name) ? "ID" : inLanguage(resource.field.get(name)?.label ?? [name, name], language);

const columnsOf = (columns: readonly MappedColumn[], { header }: FileTable): readonly Values[] =>
  header.map((heading, place) => ({ heading, field: columns.find((column) => column.place === place)?.name ?? "" }));

function listed({ plan, rows }: Imported, does: PlannedRow["does"]): readonly Values[] {
  const { resource, context } = plan;
  const label = (name: string) => labelIn(resource, name, context.language);
  return rows
    .filter((row) => row.does === does)
    .toSorted((one, other) => one.number - other.number)
    .slice(0, maxListed)
    .map((row) => ({
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
    }));
}

/** What a refused row says, in one line. */
export const sentenceOfRow = ({ problems }: RefusedRow, language: Language): string =>
  problems.map(({ message }) => inLanguage(message, language)).join(language === "zh" ? "；" : "; ");

/** The answer of an import, or of its trial. */
export function answerOf(imported: Imported): Values {
  const { plan, table, rows, isDone, written } = imported;
  const { context, resource, columns, key } = plan;
  const label = (name: string) => labelIn(resource, name, context.language);
  const count = (does: PlannedRow["does"]) => rows.filter((row) => row.does === does).length;
  return {
    done: isDone,
    written: written[0] ?? "",
    undo: isImportUndoable(resource) && (count("add") === 0 || resource.calls.has("remove")) ? (written[0] ?? "") : "",
    sheets: table.sheets,
    sheet: table.sheet,
    columns: columnsOf(columns, table),
    fields: fillableFields(context, resource).map((field) => ({
      name: field.name,
      label: label(field.name),
      required: field.required !== undefined,
    })),
    keys: keysFor(context, resource).map((names) => ({ fields: names.join(","), label: names.map(label).join(" + ") })),
    key: key.join(","),
    mode: plan.mode satisfies ImportMode,
    rows: table.rows.length,
    added: { count: count("add"), rows: listed(imported, "add") },
    changed: { count: count("change"), rows: listed(imported, "change") },
    unchanged: { count: count("leave") },
    refused: { count: count("refuse"), rows: listed(imported, "refuse") },
  };
}
