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
  readonly rows: readonly HistoryRow[];
}

export interface HistoryAnswer {
  /** The latest first. */
  readonly entries: readonly HistoryEntry[];
  /** What the next page begins below; "" where this is the last. */
  readonly next: string;
  /** When the record was made and by whom, on the last page; the change itself may be older than what is kept. */
  readonly created?: { readonly time: string; readonly person: string };
}
