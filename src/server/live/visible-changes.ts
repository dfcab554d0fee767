// What of a write a person is told: rows of resources that they may read, as far as they see them.
import type { ResourceModel } from "#schema/model";
import { mayRead } from "../caller/rule.ts";
import type { RequestContext } from "../contract.ts";
import { limitFragments } from "../crud/sql/row-access.ts";
import { findAccessible } from "../crud/sql/stored-row.ts";
import { millisecondsOf } from "../store/clock.ts";
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

/** The rows among those that the caller sees. Whoever sees some rows of a resource only is not told of what is not there to be looked at. */
async function seenOf(context: RequestContext, resource: ResourceModel, changed: ChangedRows): Promise<ChangedRows | undefined> {
  if (limitFragments(context.caller, context.model, resource).length === 0) return changed;
  if (changed.action === "remove" || changed.ids.length === 0) return undefined;
  const rows = await context.database.transaction(context.scope, (tx) => findAccessible(context, tx, resource, { keys: changed.ids }));
  const ids = rows.map((row) => String(row[resource.key]));
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
