// What the server answers of an import, or of its trial (docs/wire.md §4.7).
import { isRecord, rowsOf, textOf, type Row } from "../../api/wire-data.ts";

interface ImportedRow {
  /** Its number in the file. */
  readonly row: number;
  readonly title: string;
  readonly changes: readonly { readonly label: string; readonly before: string; readonly after: string }[];
  readonly problems: readonly { readonly label: string; readonly message: string }[];
}

export interface ImportedRows {
  readonly count: number;
  /** The first of them. */
  readonly rows: readonly ImportedRow[];
}

export interface ImportAnswer {
  readonly isDone: boolean;
  /** The key of the first row that was written; "" where none was. */
  readonly written: string;
  /** What it is taken back with; "" where it cannot be. */
  readonly undo: string;
  readonly sheets: readonly string[];
  readonly sheet: string;
  readonly columns: readonly { readonly heading: string; readonly field: string }[];
  readonly fields: readonly { readonly name: string; readonly label: string; readonly isRequired: boolean }[];
  readonly keys: readonly { readonly fields: string; readonly label: string }[];
  readonly key: string;
  readonly rows: number;
  readonly added: ImportedRows;
  readonly changed: ImportedRows;
  readonly unchanged: number;
  readonly refused: ImportedRows;
}

const partOf = (payload: Row, name: string): Row => {
  const part = payload[name];
  return isRecord(part) ? part : {};
};

function countedRows(payload: Row, name: string): ImportedRows {
  const part = partOf(payload, name);
  return {
    count: Number(part["count"] ?? 0),
    rows: rowsOf(part["rows"]).map((row) => ({
      row: Number(row["row"] ?? 0),
      title: textOf(row["title"]),
      changes: rowsOf(row["changes"]).map((one) => ({
        label: textOf(one["label"]),
        before: textOf(one["before"]),
        after: textOf(one["after"]),
      })),
      problems: rowsOf(row["problems"]).map((one) => ({ label: textOf(one["label"]), message: textOf(one["message"]) })),
    })),
  };
}

export function importAnswer(payload: unknown): ImportAnswer {
  const answer = isRecord(payload) ? payload : {};
  return {
    isDone: answer["done"] === true,
    written: textOf(answer["written"]),
    undo: textOf(answer["undo"]),
    sheets: Array.isArray(answer["sheets"]) ? answer["sheets"].map(textOf) : [],
    sheet: textOf(answer["sheet"]),
    columns: rowsOf(answer["columns"]).map((column) => ({ heading: textOf(column["heading"]), field: textOf(column["field"]) })),
    fields: rowsOf(answer["fields"]).map((field) => ({
      name: textOf(field["name"]),
      label: textOf(field["label"]),
      isRequired: field["required"] === true,
    })),
    keys: rowsOf(answer["keys"]).map((key) => ({ fields: textOf(key["fields"]), label: textOf(key["label"]) })),
    key: textOf(answer["key"]),
    rows: Number(answer["rows"] ?? 0),
    added: countedRows(answer, "added"),
    changed: countedRows(answer, "changed"),
    unchanged: Number(partOf(answer, "unchanged")["count"] ?? 0),
    refused: countedRows(answer, "refused"),
  };
}
