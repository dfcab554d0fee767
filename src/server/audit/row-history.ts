// The changes of one transaction row by row, with the values themselves: what the history of records is read from (docs/wire.md §4.1).
import type { AuditAction } from "#schema/changes";
import { hasHistory, rowChanges } from "#schema/history";
import type { ResourceModel } from "#schema/model";
import type { CommitContext, Values } from "../contract.ts";
import type { Statement } from "../store/database.ts";
import { CURRENT_TENANT } from "../store/pool-session.ts";
import type { CallOrigin } from "./origin.ts";

/** Rows of one transaction whose changes are kept; all of one of several that have one entry in the log. */
export const maxLoggedRows = 5_000;
const maxTitleLength = 100;

/** Both values of a field; `null` in place of them: they are secret. */
export type StoredChanges = Readonly<Record<string, readonly [before: unknown, after: unknown] | null>>;

interface RecordedChange {
  readonly resource: ResourceModel;
  readonly id: string;
  readonly title: string;
  readonly action: AuditAction;
  readonly names: readonly string[];
  readonly before: Readonly<Values>;
  readonly after: Readonly<Values>;
  /** Whether the values of a field are secret. */
  readonly isSecret: (name: string) => boolean;
  readonly tenantId: string | undefined;
}

interface Kept {
  readonly resource: string;
  readonly id: string;
  readonly title: string;
  readonly action: AuditAction;
  readonly changes: Map<string, readonly [unknown, unknown] | null>;
  readonly tenantId: string | undefined;
}

/** The action of two writes of one row in one transaction. */
function combined(first: AuditAction, second: AuditAction): AuditAction {
  if (first === "remove" && second === "add") return "edit";
  if (first === "touch" || second === "remove") return second;
  return first;
}

/** Collects the changes of one transaction. */
export class RowHistory {
  readonly #rows = new Map<string, Kept>();
  readonly #maxRows: number;

  constructor(limit: number = maxLoggedRows) {
    this.#maxRows = limit;
  }

  /** Keeps what a write has done to a row, after what writes before it have done to it. */
  record({ resource, id, title, action, names, before, after, isSecret, tenantId }: RecordedChange): void {
    if (!hasHistory(resource)) return;
    const key = `${resource.name} ${id}`;
    const earlier = this.#rows.get(key);
    if (earlier === undefined && this.#rows.size >= this.#maxRows) return;
    const changes = earlier?.changes ?? new Map<string, readonly [unknown, unknown] | null>();
    for (const name of names) {
      const old = changes.get(name);
      const [was, is] = [old === undefined || old === null ? (before[name] ?? null) : old[0], after[name] ?? null];
      if (isSecret(name)) changes.set(name, null);
      else if (JSON.stringify(was) === JSON.stringify(is)) changes.delete(name);
      else changes.set(name, [was, is]);
    }
    this.#rows.set(key, {
      resource: resource.name,
      id,
      title: title.slice(0, maxTitleLength),
      action: earlier === undefined ? action : combined(earlier.action, action),
      changes,
      tenantId: tenantId ?? earlier?.tenantId,
    });
  }

  /** The statements that store these changes, for the commit. */
  async statements(context: CommitContext, origin: CallOrigin, entry: LogEntry): Promise<readonly Statement[]> {
    if (!context.model.resource.has(rowChanges)) return [];
    const kept = [...this.#rows.values()].filter(({ action, changes }) => action !== "edit" || changes.size > 0);
    const ids = await context.identifiers.take(kept.length);
    const values = kept.map((row, index) => valuesOf({ context, origin, entry }, row, ids[index] ?? ""));
    return Array.from({ length: Math.ceil(values.length / groupSize) }, (_none, index) =>
      insertOf(values.slice(index * groupSize, (index + 1) * groupSize)),
    );
  }
}

/** The entry of the log that a write has. */
interface LogEntry {
  readonly entryId: string;
  /** The tenant that the call began in. */
  readonly tenantId: string;
  /** The one who writes, as the log of a tenant names them. */
  readonly actorIn: (tenantId: string) => string;
}

interface Writing {
  readonly context: CommitContext;
  readonly origin: CallOrigin;
  readonly entry: LogEntry;
}

/** Rows of one statement at most: it is prepared once for each number of them. */
const groupSize = 50;

const columns = [
  "id",
  "tenant_id",
  "create_user",
  "update_user",
  "create_time",
  "update_time",
  "create_by",
  "resource",
  "row_id",
  "row_title",
  "change_kind",
  "changes",
  "call_name",
  "call_title",
  "call_title_en",
  "entry_id",
];

function valuesOf({ context, origin, entry }: Writing, row: Kept, id: string): readonly unknown[] {
  const { caller } = context;
  const { call } = origin;
  const writer = caller.userId === "" ? null : caller.userId;
  const tenantId = row.tenantId ?? entry.tenantId;
  const now = context.now();
  const [zh, en] = call.title;
  return [
    id,
    tenantId,
    writer,
    writer,
    now,
    now,
    entry.actorIn(tenantId),
    row.resource,
    row.id,
    row.title,
    row.action,
    JSON.stringify(Object.fromEntries(row.changes)),
    call.name.slice(0, 100),
    zh.slice(0, 200),
    en.slice(0, 200),
    entry.entryId,
  ];
}

const texts = new Map<number, string>();

/** The statement that inserts so many rows. */
function insertText(count: number): string {
  const cached = texts.get(count);
  if (cached !== undefined) return cached;
  const lists = Array.from({ length: count }, (_none, row) => {
    const places = columns.map((column, at) => {
      const place = `$${row * columns.length + at + 1}`;
      // The tenant is the transaction's at its end: an action of the platform's administrator may switch to the tenant of its rows.
      return column === "tenant_id" ? `coalesce(${CURRENT_TENANT}, ${place})` : place;
    });
    return `(${places.join(", ")})`;
  });
  const text = `insert into row_change (${columns.join(", ")}) values ${lists.join(", ")}`;
  texts.set(count, text);
  return text;
}

const insertOf = (rows: readonly (readonly unknown[])[]): Statement => ({
  name: `row_change_${rows.length}`,
  sql: insertText(rows.length),
  parameters: rows.flat(),
});
