// What the change of many rows answers, or its trial.
import { isRecord, recordsIn } from "#schema/json";
import { textOf, type Row } from "../../api/wire-data.ts";

export interface BatchChangedRow {
  readonly id: string;
  readonly title: string;
  /** Undefined in a trial, and of rows without versions. */
  readonly version: number | undefined;
  readonly before: Row;
  readonly labels: Row;
  readonly after: Row;
}

interface BatchRefusedRow {
  readonly id: string;
  readonly title: string;
  readonly problems: readonly string[];
}

export interface BatchAnswer {
  /** Keys of all rows that the change is for. */
  readonly ids: readonly string[];
  readonly rows: number;
  readonly changed: { readonly count: number; readonly rows: readonly BatchChangedRow[] };
  readonly unchanged: number;
  readonly refused: { readonly count: number; readonly rows: readonly BatchRefusedRow[] };
}

const rowOf = (value: unknown): Row => (isRecord(value) ? value : {});
const countOf = (value: unknown): number => Number(rowOf(value)["count"] ?? 0);
const versionOf = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

/** What a problem says, with the field that it is about where its sentence does not name it. */
function sentenceOf({ label, message }: Row): string {
  const [field, sentence] = [textOf(label), textOf(message)];
  return field === "" || sentence.includes(field) ? sentence : `${field}: ${sentence}`;
}

export function batchAnswer(payload: unknown): BatchAnswer {
  const { ids, rows, changed, unchanged, refused } = rowOf(payload);
  return {
    ids: Array.isArray(ids) ? ids.map(textOf) : [],
    rows: Number(rows ?? 0),
    changed: {
      count: countOf(changed),
      rows: recordsIn(rowOf(changed)["rows"]).map(({ id, title, version, before, labels, after }) => ({
        id: textOf(id),
        title: textOf(title),
        version: versionOf(version),
        before: rowOf(before),
        labels: rowOf(labels),
        after: rowOf(after),
      })),
    },
    unchanged: countOf(unchanged),
    refused: {
      count: countOf(refused),
      rows: recordsIn(rowOf(refused)["rows"]).map(({ id, title, problems }) => ({
        id: textOf(id),
        title: textOf(title),
        problems: recordsIn(problems).map(sentenceOf),
      })),
    },
  };
}
