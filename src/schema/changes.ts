// The changes of a write as a log row stores them: written by the server, shown by the screen as a readable difference. Field names are
// stored instead of labels, so that each reader sees their own language.
import { isRecord } from "./json.ts";

/** What happened to a row. `touch`: an action ran on it without recorded field changes. */
export type AuditAction = "add" | "edit" | "remove" | "restore" | "touch";

export interface FieldChange {
  /** Wire name of the field. */
  readonly field: string;
  /** null: there was nothing. Long values are cut, masked ones hold their mask. */
  readonly before: string | null;
  readonly after: string | null;
  /** The values are masks of the real ones. */
  readonly masked?: true;
}

export interface RowChange {
  readonly resource: string;
  readonly id: string;
  /** The row's title. */
  readonly title: string;
  readonly action: AuditAction;
  readonly changes: readonly FieldChange[];
}

/** A field that rows of a set have changed. */
interface SetFieldChange {
  readonly field: string;
  /** What all of them hold now; absent where each row has a value of its own. */
  readonly after?: string | null;
}

/** Rows that were written as one set, because there may be thousands: how many, not which. */
export interface SetChange {
  readonly resource: string;
  readonly action: Exclude<AuditAction, "touch">;
  readonly count: number;
  readonly changes: readonly SetFieldChange[];
}

/** One write. */
export interface ChangeRecord {
  readonly resource: string;
  /** submit, save, update, remove, the name of an action, or the queue of a job. */
  readonly call: string;
  readonly rows: readonly RowChange[];
  readonly sets?: readonly SetChange[];
  /** Rows and fields that were left out because there were too many. */
  readonly more?: number;
}

const auditActions: ReadonlySet<unknown> = new Set<AuditAction>(["add", "edit", "remove", "restore", "touch"]);
const isTextOrNull = (value: unknown): boolean => value === null || typeof value === "string";
const isFieldChange = (value: unknown): value is FieldChange =>
  isRecord(value) && typeof value["field"] === "string" && isTextOrNull(value["before"]) && isTextOrNull(value["after"]);

function isRowChange(value: unknown): value is RowChange {
  if (!isRecord(value) || !auditActions.has(value["action"]) || !Array.isArray(value["changes"])) return false;
  return (
    [value["resource"], value["id"], value["title"]].every((part) => typeof part === "string") && value["changes"].every(isFieldChange)
  );
}

function isSetChange(value: unknown): value is SetChange {
  if (!isRecord(value) || !auditActions.has(value["action"]) || value["action"] === "touch" || !Array.isArray(value["changes"]))
    return false;
  const isChange = (change: unknown) =>
    isRecord(change) && typeof change["field"] === "string" && (change["after"] === undefined || isTextOrNull(change["after"]));
  return typeof value["resource"] === "string" && typeof value["count"] === "number" && value["changes"].every(isChange);
}

/** The record in a text; undefined where it is a text of another kind (a sentence, the entry of another back-end). */
export function readChanges(text: string): ChangeRecord | undefined {
  if (!text.startsWith("{")) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (
      !isRecord(value) ||
      typeof value["resource"] !== "string" ||
      typeof value["call"] !== "string" ||
      !Array.isArray(value["rows"]) ||
      !value["rows"].every(isRowChange)
    )
      return undefined;
    const { more, sets } = value;
    return {
      resource: value["resource"],
      call: value["call"],
      rows: value["rows"],
      ...(Array.isArray(sets) ? { sets: sets.filter(isSetChange) } : {}),
      ...(typeof more === "number" ? { more } : {}),
    };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
