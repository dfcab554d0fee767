// Reads rows of a resource into the form in which they travel: all fields by their wire type, labels, base columns (contract §2.1).
import { kindData, type FieldModel, type Model, type ResourceModel } from "#schema/model";
import { toWire } from "#schema/wire";
import type { Values } from "../contract.ts";
import type { Row } from "../store/database.ts";
import { columnsOf, type StoredColumn } from "../store/columns.ts";
import { quoted } from "../store/names.ts";
import { labelsOf } from "./labels.ts";
import { masked } from "./mask.ts";

export interface RowReader {
  /** What stands between SELECT and FROM; the row's alias is `t`. */
  readonly selection: string;
  /** A row as it travels. Sensitive values are masked unless the caller may see them. */
  readonly read: (row: Row, seesSensitive: boolean) => Values;
}

/** Columns whose values are long: lists leave them out unless the definition lists them. */
const longKinds: ReadonlySet<string> = new Set(["richtext", "json", "lines"]);
/** A text that may be longer than this is a document, such as the drawing of a process; pages of those are megabytes. */
const longestListed = 20_000;

function isLong(field: FieldModel): boolean {
  return longKinds.has(field.kind) || (field.kind === "textarea" && (kindData(field.data).max ?? 0) > longestListed);
}

function isAnswered(column: StoredColumn, whole: boolean): boolean {
  const field = column.field;
  if (field === undefined) return true;
  if (field.kind === "password") return false;
  return whole || field.inList || !isLong(field);
}

function isHidden(field: FieldModel | undefined): boolean {
  return field?.sensitive === true;
}

function readerOf(columns: readonly StoredColumn[], labels: readonly { readonly key: string; readonly sql: string }[]): RowReader {
  const selection = [
    ...columns.map((column) => `t.${quoted(column.column)} AS ${quoted(column.name)}`),
    ...labels.map(({ key, sql }) => `${sql} AS ${quoted(key)}`),
  ].join(", ");
  const keys = labels.map(({ key }) => key);
  return {
    selection,
    read(row, seesSensitive) {
      const answer: Values = {};
      for (const column of columns) {
        const held = row[column.name];
        const value = held === null || held === undefined ? null : column.fromColumn(held);
        const wire = toWire(column.wire, value);
        answer[column.name] = !seesSensitive && value !== null && isHidden(column.field) ? maskedWire(wire) : wire;
      }
      for (const key of keys) answer[key] = row[key] ?? "";
      return answer;
    },
  };
}

function maskedWire(value: unknown): unknown {
  if (typeof value === "string") return masked(value);
  // Numbers, lists of rows and structured data have no half that could be shown.
  return "****";
}

/** The reader of lists (short values only) or of single rows (`whole`). */
export function rowReader(resource: ResourceModel, model: Model, whole: boolean): RowReader {
  const columns = [...columnsOf(resource).values()].filter((column) => isAnswered(column, whole));
  return readerOf(columns, labelsOf(resource, columns.flatMap((column) => column.field ?? []), model));
}

/** A reader of the id and some fields, for selects. */
export function partialReader(resource: ResourceModel, model: Model, names: readonly string[]): RowReader {
  const wanted = new Set([resource.key, ...names]);
  const columns = [...columnsOf(resource).values()].filter((column) => wanted.has(column.name) && column.field?.kind !== "password");
  return readerOf(columns, labelsOf(resource, columns.flatMap((column) => column.field ?? []), model));
}
