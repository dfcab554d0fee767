// Makes the server's own tables (src/server/auth/tables.ts) where they are missing.
import { internalTables } from "../auth/tables.ts";
import type { Database } from "../store/database.ts";

/** Makes the tables that no definition describes; safe at every start and by several processes at once. */
export async function prepareAccess(database: Database): Promise<void> {
  // As the owner: tables are made.
  await database.owner.transaction(async (tx) => {
    await tx.query({ sql: "select pg_advisory_xact_lock(hashtextextended('tracemark.access', 0))", parameters: [] });
    for (const { name, statements } of internalTables) {
      const found = await tx.first({ sql: "select to_regclass($1) is not null as is_there", parameters: [name] });
      if (found?.["is_there"] !== true) await tx.batch(statements.map((sql) => ({ sql, parameters: [] })));
    }
  });
}
