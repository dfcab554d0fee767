// The planner's statistics. Autovacuum counts tables anew within minutes of a change; a job that has written a hundred thousand rows and reads
// them in its next step cannot wait for that: a planner that takes a tenant's part of a table for one row reads all of it for each row.
import type { Database } from "./database.ts";
import { quoted } from "./names.ts";

/** Tables that have become twice as large as they were when they were last counted. */
const grown = `
  select c.relname as name from pg_class c
  where c.oid in (select to_regclass(quote_ident(t.name)) from unnest($1::text[]) as t(name))
    and pg_relation_size(c.oid) >= 2 * greatest(c.relpages, 1)::bigint * current_setting('block_size')::bigint`;

export interface Counted {
  /** Tables whose rows are mostly older: they are counted where they have doubled in size. */
  readonly grown?: readonly string[];
  /** Tables whose rows are mostly others than before: they are always counted. */
  readonly replaced?: readonly string[];
}

/** Counts tables anew. A table that another process is counting at the moment is left out. */
export async function refreshStatistics(database: Pick<Database, "owner">, counted: Counted): Promise<void> {
  // As the owner: only the owner of a table may have it counted, and all its rows are.
  await database.owner.transaction(async (tx) => {
    const found = await tx.query({ sql: grown, parameters: [counted.grown ?? []], name: "statistics_grown" });
    const names = [...(counted.replaced ?? []), ...found.rows.map((row) => String(row["name"]))];
    if (names.length > 0) await tx.query({ sql: `analyze (skip_locked) ${names.map(quoted).join(", ")}`, parameters: [] });
  });
}
