// The history of records: whose changes are kept with their values, and how a call answers them.
import type { AuditAction } from "./changes.ts";
import type { ResourceModel } from "./model.ts";

/** Name of the resource that holds the changes. */
export const rowChanges = "row-change";

/**
 * Whether each change of a row is kept with its values, and its history can be asked for: `GET <path>/history` (docs/wire.md §4.1). Of rows that
 * people open, but for those of tables that grow without bound, which are made by the thousand and hardly change (codes, scans, logs).
 */
export const hasHistory = ({ name, hasTable, hasBaseColumns, calls, data }: ResourceModel): boolean =>
  hasTable && hasBaseColumns && calls.has("detail") && data.unbounded !== true && name !== rowChanges;

/** Whether former values of a record can be restored: `POST <path>/revert`. */
export const isRevertible = (resource: ResourceModel): boolean =>
  hasHistory(resource) && (resource.calls.has("submit") || resource.calls.has("update"));

/**
 * Whether something stands after something else: ids grow with time, whatever the rows are, and places from before the first id are negative.
 * "" is before all of them.
 */
export const isLater = (one: string, other: string): boolean => one !== "" && (other === "" || BigInt(one) > BigInt(other));

/** The latest of some ids; "" where there is none. */
export const laterOf = (ids: readonly string[]): string => ids.reduce((one, other) => (isLater(other, one) ? other : one), "");

/** What one write did to one row. */
export interface HistoryRow {
  /** Id of the change. */
  readonly id: string;
  readonly resource: string;
  readonly row: string;
  readonly title: string;
  readonly action: AuditAction;
  /** Names of the fields that have changed, of those that the reader may see. */
  readonly fields: readonly string[];
  /** Of these, the ones whose values are secret or cannot be told. */
  readonly masked: readonly string[];
  /** The values of these fields with their labels, as a detail answers them. */
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  /** Of a row without a title of its own: what lists show of it now, or showed last, with labels. */
  readonly named?: Readonly<Record<string, unknown>>;
}

/** One write. */
export interface HistoryEntry {
  readonly id: string;
  /** Local time. */
  readonly time: string;
  /** The account, with the name of its token where one was used; "" for nobody. */
  readonly account: string;
  /** The person's name; "" where there is none. */
  readonly person: string;
  /** submit, remove, the name of an action, or the queue of a job. */
  readonly call: string;
  /** The call in words, in the reader's language. */
  readonly callTitle: string;
  /** The record, and what belongs to it. */
  readonly rows: readonly HistoryRow[];
  /** How many rows more it has written, where there are many. */
  readonly more?: number;
}

/** What somebody did in the approval of a record. */
export const approvalActs = [
  ...(["approved", "rejected", "resubmitted", "sentBack", "moved", "unclaimed", "transferred", "delegated"] as const),
  ...(["returned", "consulted", "opinion", "reminded", "withdrawn", "reassigned"] as const),
] as const;
export type ApprovalAct = (typeof approvalActs)[number];

/** A step of an approval that is over: a decision, or what else people did about it. */
export interface ApprovalStep {
  readonly id: string;
  /** Where it stands among the entries, whose ids grow with time. */
  readonly at: string;
  /** Local time. */
  readonly time: string;
  readonly person: string;
  readonly act: ApprovalAct;
  /** The step of the process, as its model names it. */
  readonly task: string;
  readonly comment: string;
  /** Files that came with it, under the names that they were sent by. */
  readonly files: readonly { readonly address: string; readonly name: string }[];
}

/** Rows of another resource that happened to a record in a day, or in a month that is longer ago, such as scans (`eventsOf` of its definition). */
export interface HistoryEvents {
  readonly resource: string;
  /** The field by which they name the record, and the one that says when they happened: what their list is filtered by. */
  readonly by: string;
  readonly timeField: string;
  /** What stands behind the last of them among the entries, whose ids grow with time. */
  readonly at: string;
  /** The first and the last second, in local time. */
  readonly from: string;
  readonly to: string;
  readonly isMonth: boolean;
  readonly count: number;
  /** There are more than were counted. */
  readonly hasMore: boolean;
}

export interface HistoryAnswer {
  /** The latest first. */
  readonly entries: readonly HistoryEntry[];
  /** Steps of its approvals in the same time, the latest first. */
  readonly steps: readonly ApprovalStep[];
  /** What happened to it in the same time, the latest first. */
  readonly events: readonly HistoryEvents[];
  /** What the next page begins below; "" where this is the last. */
  readonly next: string;
  /** When the record was made and by whom, on the last page; the change itself may be older than what is kept. */
  readonly created?: { readonly time: string; readonly person: string };
  /** Of a comparison: there may be further lines, which the reader does not see or whose changes are not kept. */
  readonly linesUnknown?: true;
}
