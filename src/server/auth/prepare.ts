// Makes the server's own tables (src/server/auth/tables.ts) where they are missing, and takes rights back that requests must not have.
import { formerRightsVersion, internalTables, rightsTriggers, tablesOfRights } from "./tables.ts";
import { retainedLogs } from "../audit/retention.ts";
import type { Database, Transaction } from "../store/database.ts";
import { quoted } from "../store/names.ts";
import { APP_ROLE } from "../postgres/app-role.ts";

/** Rows of logs are added by requests, and neither changed nor removed by any: only the owner's retention job does. */
async function protectLogs(tx: Transaction): Promise<void> {
  const { rows } = await tx.query({
    sql: `select name from unnest($1::text[]) as wanted (name)
      where to_regclass(quote_ident(name)) is not null and has_table_privilege($2, to_regclass(quote_ident(name)), 'UPDATE, DELETE')`,
    parameters: [retainedLogs.map(({ table }) => table), APP_ROLE],
  });
  for (const row of rows)
    await tx.query({ sql: `revoke update, delete on ${quoted(String(row["name"]))} from ${APP_ROLE}`, parameters: [] });
}

/** Creates missing triggers that increase the rights versions. */
async function watchRights(tx: Transaction): Promise<void> {
  const triggers = Object.entries(tablesOfRights).flatMap(([table, of]) => rightsTriggers.of[of].map((trigger) => ({ table, trigger })));
  const { rows } = await tx.query({
    sql: `select place::int from unnest($1::text[], $2::text[]) with ordinality as wanted (name, trigger, place)
      where not exists (select from pg_trigger where tgname = trigger and tgrelid = to_regclass(quote_ident(name)))`,
    parameters: [triggers.map(({ table }) => table), triggers.map(({ trigger }) => trigger.name)],
  });
  if (rows.length === 0) return;
  const missing = new Set(rows.map((row) => Number(row["place"]) - 1));
  const made = triggers.filter((_one, index) => missing.has(index)).map(({ table, trigger }) => trigger.sql(table));
  for (const sql of [...formerRightsVersion, ...rightsTriggers.functions, ...made]) await tx.query({ sql, parameters: [] });
}

/**
 * Makes the tables that no definition describes, and the triggers on those that decide about rights. After the migration; safe at every
 * start and by several processes at once.
 */
export async function prepareAccess(database: Database): Promise<void> {
  // As the owner: tables are made.
  await database.owner.transaction(async (tx) => {
    await tx.query({ sql: "select pg_advisory_xact_lock(hashtextextended('tracemark.access', 0))", parameters: [] });
    for (const { name, statements, added = {} } of internalTables) {
      const existing = await tx.first({ sql: "select to_regclass($1) is not null as is_there", parameters: [name] });
      if (existing?.["is_there"] !== true) await tx.batch(statements.map((sql) => ({ sql, parameters: [] })));
      const { rows } = await tx.query({
        sql: "select name from unnest($1::text[]) as wanted (name) where not exists (select from pg_attribute where attrelid = to_regclass($2) and attname = name and not attisdropped)",
        parameters: [Object.keys(added), name],
      });
      for (const row of rows)
        await tx.query({
          sql: `alter table ${name} add column ${quoted(String(row["name"]))} ${added[String(row["name"])]}`,
          parameters: [],
        });
    }
    await protectLogs(tx);
    await watchRights(tx);
  });
}
