// What one transaction changes, recorded by the writes themselves (crud/write.ts) and put into one log row that is committed with them.
import type { ChangeRecord, AuditAction, FieldChange, RowChange, SetChange } from "#schema/changes";
import { hasHistory } from "#schema/history";
import { kindOf } from "#schema/kinds";
import type { ResourceModel } from "#schema/model";
import type { Values } from "../contract.ts";
import type { Transaction } from "../store/database.ts";
import { namingFields } from "./naming.ts";
import { RowHistory } from "./row-history.ts";
import type { RowWatch } from "./row-watch.ts";
import { StateMoves } from "./state-moves.ts";
import { mask, namesSecret, secrecyOf, redactedValue } from "./redacted-value.ts";

/** Rows of one write that are recorded individually; the log row counts the others. */
export const maxRows = 40;
/** Rows of one step of a job, which are recorded in as many log rows as they take. */
export const maxRowsOfStep = 2_000;
/** Sets of rows of one write that are recorded; the log row counts the rows of others. */
const maxSets = 20;
const maxFields = 60;
/** Longest record, in characters; its column takes 20,000. */
const maxRecordLength = 16_000;
const maxTitleLength = 100;

/** Columns that the server writes into every row are of no interest to readers. */
const ownOfServer: ReadonlySet<string> = new Set([
  "tenantId",
  "createUser",
  "createDept",
  "createTime",
  "updateUser",
  "updateTime",
  "isDeleted",
  "version",
]);

function tells(resource: ResourceModel, name: string): boolean {
  return name !== resource.key && (!ownOfServer.has(name) || resource.field.has(name));
}

function sameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  const plain = (value: unknown) => (value === undefined || value === "" ? null : value);
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other));
}

/** A row that is known by the name of a secret (a parameter "account.initPassword") holds it in a field that looks like any other. */
function holdsNamedSecret(resource: ResourceModel, values: Readonly<Values>): boolean {
  return namingFields(resource).some(({ name }) => namesSecret(String(values[name] ?? "")));
}

interface ChangedField {
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
  /** The row is known by the name of a secret. */
  readonly isSecretRow: boolean;
}

/** Whether a field of a row that is known by the name of a secret may hold it. */
function isHidden(resource: ResourceModel, name: string, isSecretRow: boolean): boolean {
  const field = resource.field.get(name);
  return isSecretRow && field !== undefined && kindOf(field.data).meaning === "free" && name !== resource.title;
}

function fieldChange(resource: ResourceModel, { name, before, after, isSecretRow }: ChangedField): FieldChange {
  const field = resource.field.get(name);
  const hides = isHidden(resource, name, isSecretRow);
  const reported = (value: unknown) =>
    hides && value !== null && value !== undefined && value !== "" ? mask : redactedValue(field, value);
  const isMasked = hides || (field !== undefined && secrecyOf(field) !== undefined);
  return { field: name, before: reported(before), after: reported(after), ...(isMasked ? { masked: true as const } : {}) };
}

/** A row as a write has found it and left it. */
interface RecordedRow {
  readonly before: Readonly<Values>;
  readonly after: Readonly<Values>;
  /** Whose it is, where the work is across tenants. */
  readonly tenantId?: string | undefined;
}

/** What a statement has written into all rows of a set. */
export interface WrittenSet {
  readonly count: number;
  /** Names of the fields that it writes. */
  readonly names: readonly string[];
  /** Values that are the same in all rows. */
  readonly shared: Readonly<Values>;
}

interface AuditLimits {
  /** Who watches the changes. */
  readonly watch?: RowWatch | undefined;
  /** Rows that the log records one by one, and whose history is kept. */
  readonly limit?: number | undefined;
  readonly historyLimit?: number | undefined;
}

/** Collects the changes of one transaction. */
export class AuditLog {
  readonly #rows = new Map<string, RowChange>();
  readonly #sets = new Map<string, SetChange>();
  /** Whose rows those are that work across tenants has written. */
  readonly #tenants = new Map<string, string>();
  readonly #watch: RowWatch | undefined;
  /** The same changes with their values, of all rows. */
  readonly history: RowHistory;
  /** The rows that are in another state now. */
  readonly moves = new StateMoves();
  readonly #maxRows: number;
  #left = 0;

  constructor({ watch, limit = maxRows, historyLimit }: AuditLimits = {}) {
    this.#watch = watch;
    this.#maxRows = limit;
    this.history = new RowHistory(historyLimit);
  }

  /** Records what happened to a row: its values before and after, by field; values that stay the same are passed over. */
  record(resource: ResourceModel, action: AuditAction, id: string, { tenantId, ...row }: RecordedRow): void {
    if (action === "edit") this.moves.record(resource, id, row);
    const key = `${resource.name} ${id}`;
    if (tenantId !== undefined) this.#tenants.set(key, tenantId);
    const recorded = this.#rows.get(key);
    const isLeftOut = recorded === undefined && this.#rows.size >= this.#maxRows;
    if (isLeftOut) this.#left += 1;
    if (isLeftOut && this.#watch === undefined && !hasHistory(resource)) return;
    const values: Values = { ...row.before, ...row.after };
    const isSecretRow = holdsNamedSecret(resource, values);
    const names = Object.keys(values).filter((name) => tells(resource, name) && !sameValue(row.before[name], row.after[name]));
    this.#watch?.changed(resource, action, id, { ...row, names });
    const title = (redactedValue(resource.field.get(resource.title), values[resource.title]) ?? id).slice(0, maxTitleLength);
    const isSecret = (name: string) => isHidden(resource, name, isSecretRow) || resource.field.get(name)?.traits.isSecret === true;
    this.history.record({ ...row, resource, id, title, action, names, isSecret, tenantId });
    if (isLeftOut) return;
    const changes = names.map((name) => fieldChange(resource, { name, before: row.before[name], after: row.after[name], isSecretRow }));
    this.#left += Math.max(0, changes.length - maxFields);
    const reported = changes.slice(0, maxFields);
    this.#rows.set(
      key,
      recorded === undefined ? { resource: resource.name, id, title, action, changes: reported } : continued(recorded, action, reported),
    );
  }

  /** Records a row by its title: one that was removed or is there again, or the subject of an action, whatever the action changes. */
  name(resource: ResourceModel, action: "remove" | "restore" | "touch", values: Readonly<Values>): void {
    const title = { [resource.title]: values[resource.title] };
    this.record(resource, action, String(values[resource.key]), { before: title, after: title });
  }

  /** Records rows that were written as a set. Sets that were written alike are counted together. */
  recordSet(resource: ResourceModel, action: SetChange["action"], { count, names, shared }: WrittenSet): void {
    if (count === 0) return;
    const changes = names
      .filter((name) => tells(resource, name))
      .slice(0, maxFields)
      .map((name) => ({ field: name, ...(name in shared ? { after: redactedValue(resource.field.get(name), shared[name]) } : {}) }));
    const key = JSON.stringify([resource.name, action, changes]);
    const recorded = this.#sets.get(key);
    if (recorded === undefined && this.#sets.size >= maxSets) this.#left += count;
    else this.#sets.set(key, { resource: resource.name, action, count: count + (recorded?.count ?? 0), changes });
  }

  get isEmpty(): boolean {
    return this.#rows.size === 0 && this.#sets.size === 0;
  }

  /** The records as the texts of log rows, of which each has as many as one may. */
  texts(resource: string, call: string): readonly string[] {
    return this.#texts({ resource, call }, [...this.#rows.values()], [...this.#sets.values()], this.#left);
  }

  /** Other tenants than that of the call whose rows work across tenants has written. */
  otherTenants(tenantId: string): readonly string[] {
    return [...new Set([...this.#rows.keys()].flatMap((key) => this.#tenants.get(key) ?? []))].filter((one) => one !== tenantId);
  }

  /** The same of the rows of one of the other tenants. */
  textsOf(tenantId: string, resource: string, call: string): readonly string[] {
    const own = [...this.#rows].flatMap(([key, row]) => (this.#tenants.get(key) === tenantId ? [row] : []));
    return this.#texts({ resource, call }, own, [], 0);
  }

  #texts(
    of: Pick<ChangeRecord, "resource" | "call">,
    rows: readonly RowChange[],
    sets: readonly SetChange[],
    left: number,
  ): readonly string[] {
    const count = Math.max(1, Math.ceil(rows.length / maxRows));
    return Array.from({ length: count }, (_none, index) => {
      const own = rows.slice(index * maxRows, (index + 1) * maxRows);
      return index === 0 ? this.#text(of, own, sets, left) : this.#text(of, own, [], 0);
    });
  }

  /** One text; rows at the end are left out where it would be too long. */

  #text(of: Pick<ChangeRecord, "resource" | "call">, rows: readonly RowChange[], all: readonly SetChange[], left: number): string {
    for (let share = 1; ; share = share < 0.01 ? 0 : share / 2) {
      const [recorded, sets] = [rows.slice(0, Math.floor(rows.length * share)), all.slice(0, Math.floor(all.length * share))];
      const inOthers = all.slice(sets.length).reduce((sum, { count }) => sum + count, 0);
      const more = left + rows.length - recorded.length + inOthers;
      const record: ChangeRecord = {
        ...of,
        rows: recorded,
        ...(sets.length === 0 ? {} : { sets }),
        ...(more === 0 ? {} : { more }),
      };
      const text = JSON.stringify(record);
      if (text.length <= maxRecordLength || share === 0) return text;
    }
  }
}

/** A row that is written twice in one transaction changed from its first to its last values. */
function continued(recorded: RowChange, action: AuditAction, changes: readonly FieldChange[]): RowChange {
  const byField = new Map(recorded.changes.map((change) => [change.field, change]));
  for (const change of changes) byField.set(change.field, { ...change, before: (byField.get(change.field) ?? change).before });
  const isUnchanged = action === "edit" && changes.length === 0;
  const resultingAction = !isUnchanged && (recorded.action === "touch" || action === "remove") ? action : recorded.action;
  // Made anew under its id, as when it goes to another tenant.
  const isMadeAnew = recorded.action === "remove" && action === "add";
  return {
    ...recorded,
    action: isMadeAnew ? "edit" : resultingAction,
    changes: [...byField.values()].filter(({ before, after, masked }) => masked === true || before !== after),
  };
}

const auditLogs = new WeakMap<Transaction, AuditLog>();

/** Begins to record a transaction's changes, for the log and for who watches them. */
export function beginAuditLog(tx: Transaction, limits: AuditLimits = {}): AuditLog {
  const auditLog = new AuditLog(limits);
  auditLogs.set(tx, auditLog);
  return auditLog;
}

/** The audit log of a transaction; undefined where none was started (seed rows, background work). */
export function auditLogOf(tx: Transaction): AuditLog | undefined {
  return auditLogs.get(tx);
}
