// The planner's statistics. Autovacuum counts tables anew within minutes of a change; a job that has written a hundred thousand rows and reads
// them in its next step cannot wait for that: a planner that takes a tenant's part of a table for one row reads all of it for each row.
import type { Database } from "./database.ts";
import { quoted } from "./names.ts";

/** Tables that have become twice as large as they were when they were last counted; of one in partitions all of these together. */
const grown = `
  select c.relname as name from pg_class c cross join lateral (
    select sum(pg_relation_size(p.oid)) as size, sum(greatest(p.relpages, 0)) as pages
    from (select c.oid union select relid from pg_partition_tree(c.oid)) as part(oid) join pg_class p on p.oid = part.oid
  ) as t
  where c.oid in (select to_regclass(quote_ident(n.name)) from unnest($1::text[]) as n(name))
    and t.size >= 2 * greatest(t.pages, 1) * current_setting('block_size')::bigint`;

interface Counted {
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
