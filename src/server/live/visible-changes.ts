// What of a write a person is told: rows of resources that they may read, as far as they see them.
import type { ResourceModel } from "#schema/model";
import { mayRead } from "../caller/rule.ts";
import type { RequestContext } from "../contract.ts";
import { limitFragments } from "../crud/sql/row-access.ts";
import { seenAmongRemoved } from "../crud/sql/removed-rows.ts";
import { findAccessible } from "../crud/sql/stored-row.ts";
import { millisecondsOf } from "../store/clock.ts";
import type { SqlFragment } from "../store/conditions.ts";
import type { ChangedRows, ChangeEntry } from "./change-entries.ts";

/** Rows that changed, as a browser is told (docs/wire.md §4.5). */
interface VisibleChange extends ChangedRows {
  /** Of the write; the same in every telling of it. */
  readonly entry: string;
  /** Milliseconds at which it began. */
  readonly at: number;
  readonly userId: string;
  readonly name: string;
}

/**
 * Look-ups of the rows that a write has changed, by the limits of whoever asks: all streams of a tenant are handed the same writes, and people
 * with the same limits see the same rows of them. They are as old as the write, and gone with it.
 */
const lookedUp = new WeakMap<ChangedRows, Map<string, Promise<readonly string[]>>>();

/** Says which rows limits leave: their text follows from their shape, as that of prepared statements does. */
const keyOfLimits = (tenantId: string, limits: readonly SqlFragment[]): string =>
  JSON.stringify([tenantId, ...limits.map(({ shape, parameters }) => [shape, parameters])], (_name, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );

/** The rows among those that the caller sees, or saw until they were removed. */
async function lookUp(context: RequestContext, resource: ResourceModel, { action, ids }: ChangedRows): Promise<readonly string[]> {
  if (action === "remove") return resource.hasBaseColumns ? seenAmongRemoved(context, resource, ids) : [];
  const rows = await context.database.transaction(context.scope, (tx) => findAccessible(context, tx, resource, { keys: ids }));
  return rows.map((row) => String(row[resource.key]));
}

/**
 * The rows among those that the caller sees. Whoever sees some rows of a resource only is not told of what is not there to be looked at: rows of
 * a set that the log only counts, and removed ones of tables that keep none.
 */
async function seenOf(context: RequestContext, resource: ResourceModel, changed: ChangedRows): Promise<ChangedRows | undefined> {
  const limits = limitFragments(context.caller, context.model, resource);
  if (limits.length === 0) return changed;
  if (changed.ids.length === 0) return undefined;
  const known = lookedUp.get(changed) ?? new Map<string, Promise<readonly string[]>>();
  lookedUp.set(changed, known);
  const key = keyOfLimits(context.scope.tenantId, limits);
  const found = known.get(key) ?? lookUp(context, resource, changed);
  known.set(key, found);
  // Whoever comes next tries again.
  const ids = await found.catch((error: unknown) => {
    known.delete(key);
    throw error;
  });
  return ids.length === 0 ? undefined : { ...changed, ids, hasMore: false };
}

/** Who is told: a caller, and whether API scopes let them call a path. */
export interface Recipient {
  readonly context: RequestContext;
  readonly mayCall: (path: string) => boolean;
}

/** What of these writes a person is told. */
export async function visibleChanges({ context, mayCall }: Recipient, entries: readonly ChangeEntry[]): Promise<readonly VisibleChange[]> {
  const told: VisibleChange[] = [];
  for (const { id: entry, time, userId, name, changed } of entries) {
    for (const one of changed) {
      const resource = context.model.resource.get(one.resource);
      if (resource === undefined || !mayRead(context.caller, resource) || !mayCall(`${resource.path}/list`)) continue;
      const seen = await seenOf(context, resource, one);
      if (seen !== undefined) told.push({ ...seen, entry, at: millisecondsOf(time), userId, name });
    }
  }
  return told;
}
