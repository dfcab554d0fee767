// Makes the server's own tables (src/server/auth/tables.ts) where they are missing, and sees to it that tenants' requests have the rights
// on every table that they should have, neither fewer nor more.
import { z } from "zod";
import type { Model } from "#schema/model";
import { internalTables, rightsFollower, rightsStatements, type TableRight } from "./tables.ts";
import { retainedLogs } from "../audit/retention.ts";
import { readCatalog } from "../store/catalog.ts";
import type { Database, Transaction } from "../store/database.ts";
import { definitionTable } from "../store/definition-record.ts";
import { workerSequence } from "../store/identifiers.ts";
import { fileTable } from "../store/file-table.ts";
import { idempotencyTable } from "../store/idempotency-table.ts";
import { jobNumbers, jobTable, scheduleTable } from "../store/job-tables.ts";
import { counterTable } from "../store/migrate.ts";
import { quoted } from "../store/names.ts";
import { placeTable, plannedPlacements } from "../store/placements.ts";
import { APP_ROLE } from "../postgres/app-role.ts";

const allRights: readonly TableRight[] = ["SELECT", "INSERT", "UPDATE", "DELETE"];

/** Tables on which tenants' requests have fewer rights than all. Rows of logs are only added by them: retention is the owner's. */
const limitedRights: ReadonlyMap<string, readonly TableRight[]> = new Map([
  ...internalTables.map(({ name, rights }): [string, readonly TableRight[]] => [name, rights]),
  ...retainedLogs.map(({ table }): [string, readonly TableRight[]] => [table, ["SELECT", "INSERT"]]),
  [scheduleTable, []],
  [idempotencyTable, ["SELECT", "INSERT"]],
  [definitionTable, []],
]);

const heldRights = z.array(z.object({ name: z.string(), held: z.array(z.enum(["SELECT", "INSERT", "UPDATE", "DELETE"])) }));

/**
 * Gives the role of tenants' requests its rights on the tables that are there, and takes back what it must not have. Default privileges do
 * that for tables made later; those of a restored dump have no rights at all where the role was made after them.
 */
async function settleRights(tx: Transaction, unlimited: readonly string[]): Promise<void> {
  const wanted = new Map([...unlimited.map((name): [string, readonly TableRight[]] => [name, allRights]), ...limitedRights]);
  const { rows } = await tx.query({
    sql: `select c.relname as name, array(select one from unnest($3::text[]) as one where has_table_privilege($2, c.oid, one)) as held
      from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and c.relname = any($1::text[])`,
    parameters: [[...wanted.keys()], APP_ROLE, allRights],
  });
  const changes = heldRights.parse(rows).flatMap(({ name, held }) => {
    const rights = wanted.get(name) ?? [];
    const lacking = rights.filter((right) => !held.includes(right));
    const superfluous = held.filter((right) => !rights.includes(right));
    return [
      ...(lacking.length === 0 ? [] : [`grant ${lacking.join(", ")} on ${quoted(name)} to ${APP_ROLE}`]),
      ...(superfluous.length === 0 ? [] : [`revoke ${superfluous.join(", ")} on ${quoted(name)} from ${APP_ROLE}`]),
    ];
  });
  const sequences = await tx.query({
    sql: `select c.relname as name from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind = 'S'
      and c.relname = any($1::text[]) and not (has_sequence_privilege($2, c.oid, 'USAGE') and has_sequence_privilege($2, c.oid, 'SELECT'))`,
    parameters: [[workerSequence, jobNumbers], APP_ROLE],
  });
  for (const row of sequences.rows) changes.push(`grant select, usage on sequence ${quoted(String(row["name"]))} to ${APP_ROLE}`);
  await tx.batch(changes.map((sql) => ({ sql, parameters: [] })));
}

/** In a distributed database a table that was made by a later version of the server goes where a distribution would have put it. */
async function placeNewTable(tx: Transaction, name: string, model: Model): Promise<void> {
  const planned = plannedPlacements(await readCatalog(tx), model).find(({ table }) => table === name);
  if (planned !== undefined && planned.placement !== "local") await placeTable(tx, name, planned.placement);
}

/** Has the rights versions increase with every change of rights. */
async function watchRights(tx: Transaction): Promise<void> {
  const row = await tx.first({ sql: "select to_regprocedure('count_up_rights(text[])') is null as is_missing", parameters: [] });
  if (row?.["is_missing"] === true) await tx.batch(rightsStatements.map((sql) => ({ sql, parameters: [] })));
}

/**
 * Makes the tables that no definition describes, the rights of requests on all tables, and has versions follow those that decide about
 * rights.
 * After the migration; safe at every start and by several processes at once.
 */
export async function prepareAccess(database: Database, model: Model): Promise<void> {
  // As the owner: tables are made.
  await database.owner.transaction(async (tx) => {
    await tx.query({ sql: "select pg_advisory_xact_lock(hashtextextended('tracemark.access', 0))", parameters: [] });
    for (const { name, statements, added = {} } of internalTables) {
      const existing = await tx.first({ sql: "select to_regclass($1) is not null as is_there", parameters: [name] });
      if (existing?.["is_there"] !== true) {
        await tx.batch(statements.map((sql) => ({ sql, parameters: [] })));
        if (database.isDistributed) await placeNewTable(tx, name, model);
      }
      const { rows } = await tx.query({
        sql: "select name from unnest($1::text[]) as wanted (name) where not exists (select 1 from pg_attribute where attrelid = to_regclass($2) and attname = name and not attisdropped)",
        parameters: [Object.keys(added), name],
      });
      for (const row of rows)
        await tx.query({
          sql: `alter table ${name} add column ${quoted(String(row["name"]))} ${added[String(row["name"])]}`,
          parameters: [],
        });
    }
    const tables = model.resources.filter(({ hasTable }) => hasTable).map(({ table }) => table);
    await settleRights(tx, [...tables, counterTable, jobTable, fileTable]);
    await watchRights(tx);
  });
  database.followWrites("rights", rightsFollower);
}
