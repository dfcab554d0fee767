// What a write changed, as a log row keeps it: written by the server, shown as a readable difference by the screen. Names stand for labels,
// so that each reader sees those of the own language.

/** What happened to a row. `touch`: an action was about it, and says nothing of its fields. */
export type AuditAction = "add" | "edit" | "remove" | "touch";

export interface FieldChange {
  /** Wire name of the field. */
  readonly field: string;
  /** null: there was nothing. Long values are cut, masked ones hold their mask. */
  readonly before: string | null;
  readonly after: string | null;
  /** The values are masks of what was there. */
  readonly masked?: true;
}

export interface RowChange {
  readonly resource: string;
  readonly id: string;
  /** What people know the row by. */
  readonly title: string;
  readonly action: AuditAction;
  readonly changes: readonly FieldChange[];
}

/** One write. */
export interface ChangeRecord {
  readonly resource: string;
  /** submit, save, update, remove, or the name of an action. */
  readonly call: string;
  readonly rows: readonly RowChange[];
  /** Rows and fields that are not told here, because there were too many. */
  readonly more?: number;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const auditActions: ReadonlySet<unknown> = new Set<AuditAction>(["add", "edit", "remove", "touch"]);
const isTextOrNull = (value: unknown): boolean => value === null || typeof value === "string";
const isFieldChange = (value: unknown): value is FieldChange =>
  isRecord(value) && typeof value["field"] === "string" && isTextOrNull(value["before"]) && isTextOrNull(value["after"]);

function isRowChange(value: unknown): value is RowChange {
  if (!isRecord(value) || !auditActions.has(value["action"]) || !Array.isArray(value["changes"])) return false;
  return (
    [value["resource"], value["id"], value["title"]].every((part) => typeof part === "string") && value["changes"].every(isFieldChange)
  );
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
    const more = value["more"];
    return { resource: value["resource"], call: value["call"], rows: value["rows"], ...(typeof more === "number" ? { more } : {}) };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
