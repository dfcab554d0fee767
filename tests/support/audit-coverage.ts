// Whether the audit log has what calls have changed: triggers note every change of a row, and what a call with a log entry has changed must
// be in that entry, unless `scripts/unlogged-writes.txt` says that it follows from other rows, is a journal, or a document's by the thousand.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect } from "vitest";
import { z } from "zod";
import { readChanges, type ChangeRecord } from "#schema/changes";
import { baseColumns, type ResourceModel } from "#schema/model";
import { columnsOf } from "../../src/server/store/columns.ts";
import { isDistributedRun } from "./coordinator-url.ts";
import type { TestServer } from "./server.ts";

type Watched = Pick<TestServer, "database" | "model">;

/** Tables of the server's own work: what they hold is no row of anybody. */
const ofServer: ReadonlySet<string> = new Set(["log-usual", "row-change", "log-api", "log-error", "job", "web-log", "webhook-delivery"]);
/** Resources whose names the declarations cannot say, as they are only known at run time. */
const namedAtRunTime: Readonly<Record<string, readonly string[]>> = {
  "documentNames[kind]": ["stock-in-doc", "stock-out-doc"],
  "docKind??0": ["stock-in-doc", "stock-out-doc"],
  dictionary: ["dict", "dict-biz"],
};
/** The server writes these into every row that it changes. */
const base: ReadonlySet<string> = new Set(baseColumns.filter((name) => name !== "status" && name !== "isDeleted"));

interface Unlogged {
  /** Resources of which any write is declared. */
  readonly whole: ReadonlySet<string>;
  /** `resource field` of derived columns. */
  readonly fields: ReadonlySet<string>;
  /** Resources to which rows are added, or of which they are removed. */
  readonly rows: ReadonlySet<string>;
}

function unloggedWrites(): Unlogged {
  const lines = readFileSync(new URL("../../scripts/unlogged-writes.txt", import.meta.url), "utf8").split("\n");
  const declared = lines.flatMap((line) => {
    const [, name = "", resource = "", ...fields] = line.split(" ");
    return line === "" || line.startsWith("#")
      ? []
      : (namedAtRunTime[resource] ?? [resource]).map((one) => ({ name, resource: one, fields }));
  });
  const changes = declared.filter(({ name }) => /^(?:update|amend)/.test(name));
  return {
    whole: new Set(changes.filter(({ fields }) => fields.length === 0).map(({ resource }) => resource)),
    fields: new Set(changes.flatMap(({ resource, fields }) => fields.map((field) => `${resource} ${field}`))),
    rows: new Set(declared.filter((one) => !changes.includes(one)).map(({ resource }) => resource)),
  };
}

const install = [
  "create table tm_audit_probe (place bigserial, xid text, name text, id text, was jsonb, is_now jsonb)",
  `create function tm_note_change() returns trigger language plpgsql security definer as $$ begin
    insert into public.tm_audit_probe (xid, name, id, was, is_now)
      values (pg_current_xact_id()::text, tg_table_name, coalesce(to_jsonb(new), to_jsonb(old)) ->> 'id', to_jsonb(old), to_jsonb(new));
    return null; end $$`,
];

const noted = z.array(
  z.object({
    xid: z.string(),
    name: z.string(),
    id: z.string(),
    was: z.record(z.string(), z.json()).nullable(),
    is_now: z.record(z.string(), z.json()).nullable(),
  }),
);
const logged = z.array(z.object({ xid: z.string(), data: z.string() }));

/** What the log entries of one transaction say of a resource, a row, or a field of it. */
function isRecorded(records: readonly ChangeRecord[], { resource, id, action, field }: Missing): boolean {
  return records.some(
    ({ rows, sets = [], more = 0 }) =>
      more > 0 ||
      rows.some(
        (row) =>
          row.resource === resource &&
          row.id === id &&
          (action === "edit" ? row.changes.some((change) => change.field === field) || row.action !== "edit" : row.action === action),
      ) ||
      sets.some(
        (set) =>
          set.resource === resource &&
          (action === "edit" ? set.changes.some((change) => change.field === field) || set.action === "add" : set.action === action),
      ),
  );
}

interface Missing {
  readonly resource: string;
  readonly id: string;
  readonly action: "add" | "edit" | "remove";
  /** Of an edit. */
  readonly field: string;
}

interface Change {
  readonly xid: string;
  readonly resource: ResourceModel;
  readonly id: string;
  readonly was: Readonly<Record<string, unknown>> | null;
  readonly isNow: Readonly<Record<string, unknown>> | null;
}

/** What of a change a log entry has to have. */
function expectedOf({ resource, id, was, isNow }: Change, unlogged: Unlogged): readonly Missing[] {
  const of = { resource: resource.name, id, field: "" };
  const isLeft = isNow === null || (isNow["is_deleted"] === 1 && was?.["is_deleted"] === 0);
  if (was === null && isNow === null) return [];
  if (was === null || isLeft) return unlogged.rows.has(resource.name) ? [] : [{ ...of, action: was === null ? "add" : "remove" }];
  if (unlogged.whole.has(resource.name)) return [];
  return [...columnsOf(resource).values()]
    .filter(
      ({ name, column }) =>
        !base.has(name) &&
        !unlogged.fields.has(`${resource.name} ${name}`) &&
        JSON.stringify(was[column] ?? "") !== JSON.stringify(isNow[column] ?? ""),
    )
    .map(({ name }) => ({ ...of, action: "edit", field: name }));
}

interface Coverage {
  /** How many rows calls with an entry have changed. */
  readonly changed: number;
  /** What of it is not in their entries. */
  readonly missing: readonly string[];
}

async function coverageOf({ database, model }: Watched): Promise<Coverage> {
  const [probes, entries] = await database.owner.read([
    { sql: "select xid, name, id, was, is_now from tm_audit_probe order by place", parameters: [] },
    { sql: "select xmin::text as xid, log_data as data from log_usual", parameters: [] },
  ]);
  const records = new Map<string, ChangeRecord[]>();
  for (const { xid, data } of logged.parse(entries?.rows)) {
    const record = readChanges(data);
    if (record !== undefined) records.set(xid, [...(records.get(xid) ?? []), record]);
  }
  const byTable = new Map(model.resources.map((resource) => [resource.table, resource]));
  const changes = new Map<string, Change>();
  for (const { xid, name, id, was, is_now: isNow } of noted.parse(probes?.rows)) {
    const resource = byTable.get(name);
    if (resource === undefined || !records.has(xid)) continue;
    const key = `${xid} ${name} ${id}`;
    const first = changes.get(key);
    changes.set(key, { xid, resource, id, was: first === undefined ? was : first.was, isNow });
  }
  const unlogged = unloggedWrites();
  const missing = [...changes.values()].flatMap((change) => {
    const own = records.get(change.xid) ?? [];
    const call = own.map((record) => `${record.resource}.${record.call}`).join(", ");
    return expectedOf(change, unlogged)
      .filter((one) => !isRecorded(own, one))
      .map(({ resource, action, field }) => `${call}: ${action} ${resource} ${field}`.trimEnd());
  });
  return { changed: changes.size, missing: [...new Set(missing)].toSorted() };
}

/** What calls have changed without a word in their entries, since changes are noted. */
export async function unrecordedChanges(server: Watched): Promise<readonly string[]> {
  return (await coverageOf(server)).missing;
}

/** Notes every change of a row of a resource from now on. */
export async function noteChanges({ database, model }: Watched): Promise<void> {
  const tables = model.resources.filter(({ name, hasBaseColumns }) => hasBaseColumns && !ofServer.has(name));
  const triggers = tables.map(
    ({ table }) =>
      `create trigger tm_note_change after insert or update or delete on "${table}" for each row execute function tm_note_change()`,
  );
  await database.owner.transaction((tx) => tx.batch([...install, ...triggers].map((sql) => ({ sql, parameters: [] }))));
}

/**
 * Has a file fail where a call of its tests has changed a row and its entry in the log does not say so. On one PostgreSQL alone: there the
 * number of a transaction tells which changes an entry is about, and in a cluster each node counts its own.
 */
export function expectsAuditedChanges(server: Watched): void {
  if (isDistributedRun()) return;
  beforeAll(() => noteChanges(server));
  afterAll(async () => {
    const { changed, missing } = await coverageOf(server);
    expect(missing).toEqual([]);
    expect(changed, "calls of this file change rows and are logged").toBeGreaterThan(0);
  });
}
