// The history of a record as the server answers it (docs/wire.md §4.1), and what a record held at a moment of it.
import {
  approvalActs,
  type ApprovalStep,
  type HistoryAnswer,
  type HistoryEntry,
  type HistoryEvents,
  type HistoryRow,
} from "#schema/history";
import { fileName } from "../../../fields/file-name.ts";
import { isRecord, rowsOf, textOf, type Row } from "../../api/index.ts";

const actions = ["add", "edit", "remove", "restore", "touch"] as const;

const textsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(textOf) : []);
const rowIn = (value: unknown): Row => (isRecord(value) ? value : {});

function historyRow(row: unknown): readonly HistoryRow[] {
  if (!isRecord(row)) return [];
  const action = actions.find((one) => one === row["action"]) ?? "touch";
  return [
    {
      id: textOf(row["id"]),
      resource: textOf(row["resource"]),
      row: textOf(row["row"]),
      title: textOf(row["title"]),
      action,
      fields: textsIn(row["fields"]),
      masked: textsIn(row["masked"]),
      before: rowIn(row["before"]),
      after: rowIn(row["after"]),
      ...(isRecord(row["named"]) ? { named: row["named"] } : {}),
    },
  ];
}

function historyEntry(entry: unknown): readonly HistoryEntry[] {
  if (!isRecord(entry)) return [];
  const rows: unknown = entry["rows"];
  return [
    {
      id: textOf(entry["id"]),
      time: textOf(entry["time"]),
      account: textOf(entry["account"]),
      person: textOf(entry["person"]),
      call: textOf(entry["call"]),
      callTitle: textOf(entry["callTitle"]),
      rows: Array.isArray(rows) ? rows.flatMap(historyRow) : [],
      ...(typeof entry["more"] === "number" ? { more: entry["more"] } : {}),
    },
  ];
}

function approvalStep(step: Row): readonly ApprovalStep[] {
  const act = approvalActs.find((one) => one === step["act"]);
  if (act === undefined) return [];
  const text = (name: string) => textOf(step[name]);
  const files = rowsOf(step["files"]).map((file) => {
    const address = textOf(file["address"]);
    return { address, name: textOf(file["name"]) || fileName(address) };
  });
  const [id, at, time] = [text("id"), text("at"), text("time")];
  return [{ id, at, time, person: text("person"), act, task: text("task"), comment: text("comment"), files }];
}

function historyEvents(row: Row): HistoryEvents {
  const text = (name: string) => textOf(row[name]);
  return {
    ...{ resource: text("resource"), by: text("by"), timeField: text("timeField"), at: text("at"), from: text("from"), to: text("to") },
    isMonth: row["isMonth"] === true,
    count: Number(row["count"] ?? 0),
    hasMore: row["hasMore"] === true,
  };
}

/** The answer of GET <path>/history. */
export function historyOf(payload: unknown): HistoryAnswer {
  const answer = rowIn(payload);
  const entries: unknown = answer["entries"];
  const created: unknown = answer["created"];
  return {
    entries: Array.isArray(entries) ? entries.flatMap(historyEntry) : [],
    steps: rowsOf(answer["steps"]).flatMap(approvalStep),
    events: rowsOf(answer["events"]).map(historyEvents),
    next: textOf(answer["next"]),
    ...(answer["linesUnknown"] === true ? { linesUnknown: true } : {}),
    ...(isRecord(created) ? { created: { time: textOf(created["time"]), person: textOf(created["person"]) } } : {}),
  };
}

/** What an entry did to the record itself. */
export const ownChange = (entry: HistoryEntry, id: string, resource: string): HistoryRow | undefined =>
  entry.rows.find((row) => row.row === id && row.resource === resource);

interface OfRecord {
  readonly screen: { readonly name: string; readonly lines?: unknown; readonly details?: { readonly resource: string } | undefined };
  readonly id: string;
}

/**
 * The change that names the moment of an entry: what it did to the record, or to a line of it where the lines of a moment come back with it.
 * Entries about anything else, such as its files, are no moments.
 */
export const momentIn = (entry: HistoryEntry, { screen, id }: OfRecord): HistoryRow | undefined =>
  ownChange(entry, id, screen.name) ??
  (screen.lines === undefined ? undefined : entry.rows.find(({ resource }) => resource === screen.details?.resource));
