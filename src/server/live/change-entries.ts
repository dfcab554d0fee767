// What the log of changes says of the writes that browsers are told of.
import { readChanges, type AuditAction } from "#schema/changes";
import type { Model, ResourceModel } from "#schema/model";
import { ScopedStatement } from "../crud/sql/scoped.ts";
import type { Database, Row } from "../store/database.ts";

/** Rows of a resource that one write has changed alike. */
export interface ChangedRows {
  readonly resource: string;
  readonly action: AuditAction;
  /** Their keys; none where the log only counts them. */
  readonly ids: readonly string[];
  /** There are others that the log does not name. */
  readonly hasMore: boolean;
}

/** One write. */
export interface ChangeEntry {
  readonly id: string;
  /** When it began, in local time. */
  readonly time: string;
  readonly userId: string;
  /** Whoever wrote, by name; by account where they are of another tenant. */
  readonly name: string;
  readonly changed: readonly ChangedRows[];
}

/** Entries of one read. */
export const pageSize = 500;
/** Pages that are read after each other; of more entries nobody is told one by one. */
const maxPages = 10;

/** Which entries: by their ids, or all since a moment of local time, the oldest first. */
type WantedEntries = { readonly ids: readonly string[] } | { readonly since: string };

function changedIn(data: string): readonly ChangedRows[] {
  const record = readChanges(data);
  if (record === undefined) return [];
  const groups = new Map<string, { readonly resource: string; readonly action: AuditAction; readonly ids: string[] }>();
  for (const { resource, action, id } of record.rows) {
    const key = `${resource} ${action}`;
    const group = groups.get(key) ?? { resource, action, ids: [] };
    group.ids.push(id);
    groups.set(key, group);
  }
  // What was left out may be rows of any of them.
  const hasMore = record.more !== undefined;
  const named = [...groups.values()].map((group) => ({ ...group, hasMore }));
  const own =
    hasMore && !named.some(({ resource }) => resource === record.resource)
      ? [{ resource: record.resource, action: "edit" as const, ids: [], hasMore }]
      : [];
  const sets = (record.sets ?? []).map(({ resource, action }) => ({ resource, action, ids: [], hasMore: true }));
  return [...named, ...own, ...sets];
}

const entryOf = (row: Row): ChangeEntry => ({
  id: String(row["id"]),
  time: String(row["time"] ?? "").slice(0, 19),
  userId: String(row["user_id"] ?? ""),
  name: String(row["person"] ?? row["create_by"] ?? ""),
  changed: changedIn(String(row["log_data"] ?? "")),
});

interface Source {
  readonly database: Database;
  readonly model: Model;
}

/** Reads entries of a tenant; none where the definitions have no log of changes, undefined where there are too many. */
export async function readEntries(source: Source, tenantId: string, wanted: WantedEntries): Promise<readonly ChangeEntry[] | undefined> {
  const entries: ChangeEntry[] = [];
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page = await readPage(source, tenantId, wanted, entries.at(-1));
    entries.push(...page);
    if (page.length < pageSize) return entries;
  }
  return undefined;
}

/** More ids tell nothing that browsers could show. */
const maxIds = 10_000;

/** The ids of the latest entries of a tenant since a moment of local time. */
export async function readEntryIds({ database, model }: Source, tenantId: string, since: string): Promise<readonly string[]> {
  const log = model.resource.get("log-usual");
  if (log === undefined) return [];
  const statement = new ScopedStatement(tenantId);
  const where = [`l.create_time >= ${statement.value(since)}::timestamp`];
  const sql = statement.select({
    columns: "l.id::text AS id",
    resource: log,
    as: "l",
    where,
    rest: `ORDER BY l.create_time DESC, l.id DESC LIMIT ${maxIds}`,
  });
  const [answer] = await database.read({ tenantId }, [statement.of(sql)]);
  return (answer?.rows ?? []).map((row) => String(row["id"]));
}

/** One page, behind the last entry of the one before. */
async function readPage(
  { database, model }: Source,
  tenantId: string,
  wanted: WantedEntries,
  behind: ChangeEntry | undefined,
): Promise<readonly ChangeEntry[]> {
  const log = model.resource.get("log-usual");
  if (log === undefined) return [];
  const statement = new ScopedStatement(tenantId);
  const meant =
    "ids" in wanted
      ? `l.id = ANY(${statement.value(wanted.ids)}::bigint[])`
      : `l.create_time >= ${statement.value(wanted.since)}::timestamp`;
  const next =
    behind === undefined
      ? undefined
      : `(l.create_time, l.id) > (${statement.value(behind.time)}::timestamp, ${statement.value(behind.id)}::bigint)`;
  const columns = [
    "l.id::text AS id",
    "l.create_time::text AS time",
    "l.create_user::text AS user_id",
    "l.create_by",
    "l.log_data",
    personColumn(model.resource.get("user"), statement),
  ];
  const sql = statement.select({
    columns: columns.join(", "),
    resource: log,
    as: "l",
    where: [meant, next],
    rest: `ORDER BY l.create_time, l.id LIMIT ${pageSize}`,
  });
  const [answer] = await database.read({ tenantId }, [statement.of(sql)]);
  return (answer?.rows ?? []).map(entryOf);
}

function personColumn(user: ResourceModel | undefined, statement: ScopedStatement): string {
  if (user === undefined) return "NULL AS person";
  const name = statement.select({ columns: "u.real_name", resource: user, as: "u", withRemoved: true, where: ["u.id = l.create_user"] });
  return `(${name}) AS person`;
}
