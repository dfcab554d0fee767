// Makes the server's own tables (src/server/auth/tables.ts) where they are missing.
import { internalTables, rightsTrigger, tablesOfRights } from "../auth/tables.ts";
import type { Database } from "../store/database.ts";
import { quoted } from "../store/names.ts";

/** Makes the tables that no definition describes, and the trigger on those that decide about rights. After the migration; safe at every start and by several processes at once. */
export async function prepareAccess(database: Database): Promise<void> {
  // As the owner: tables are made.
  await database.owner.transaction(async (tx) => {
    await tx.query({ sql: "select pg_advisory_xact_lock(hashtextextended('tracemark.access', 0))", parameters: [] });
    for (const { name, statements, added = {} } of internalTables) {
      const found = await tx.first({ sql: "select to_regclass($1) is not null as is_there", parameters: [name] });
      if (found?.["is_there"] !== true) await tx.batch(statements.map((sql) => ({ sql, parameters: [] })));
      const { rows } = await tx.query({
        sql: "select name from unnest($1::text[]) as wanted (name) where not exists (select from pg_attribute where attrelid = to_regclass($2) and attname = name and not attisdropped)",
        parameters: [Object.keys(added), name],
      });
      for (const row of rows) await tx.query({ sql: `alter table ${name} add column ${quoted(String(row["name"]))} ${added[String(row["name"])]}`, parameters: [] });
    }
    const { rows } = await tx.query({
      sql: "select name from unnest($1::text[]) as wanted (name) where not exists (select from pg_trigger where tgname = $2 and tgrelid = to_regclass(quote_ident(name)))",
      parameters: [tablesOfRights, rightsTrigger.name],
    });
    if (rows.length === 0) return;
    await tx.query({ sql: rightsTrigger.functionSql, parameters: [] });
    for (const row of rows) await tx.query({ sql: rightsTrigger.sql(String(row["name"])), parameters: [] });
  });
}
