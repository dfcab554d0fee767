// The planner's statistics. Autovacuum counts tables anew within minutes of a change; a job that has written a hundred thousand rows and reads
// them in its next step cannot wait for that: a planner that takes a tenant's part of a table for one row reads all of it for each row.
import { z } from "zod";
import { askWorkers } from "./cluster.ts";
import type { Database, Transaction } from "./database.ts";
import { literal, quoted } from "./names.ts";

/** Tables that have become twice as large as they were when they were last counted; of one in partitions all of these together. */
const grown = `
  select c.relname as name from pg_class c cross join lateral (
    select sum(pg_relation_size(p.oid)) as size, sum(greatest(p.relpages, 0)) as pages
    from (select c.oid union select relid from pg_partition_tree(c.oid)) as part(oid) join pg_class p on p.oid = part.oid
  ) as t
  where c.oid in (select to_regclass(quote_ident(n.name)) from unnest($1::text[]) as n(name))
    and t.size >= 2 * greatest(t.pages, 1) * current_setting('block_size')::bigint`;

/** The same on a node of a distributed database: of which of these tables a part has grown so. */
const grownOnNode = (names: readonly string[]): string => `
  select coalesce(json_agg(n.name), '[]') from unnest(${literal(`{${names.map((name) => `"${name}"`).join(",")}}`)}::text[]) as n(name)
  where exists (select 1 from pg_class c where c.relkind = 'r' and c.relname ~ ('^' || n.name || '_[0-9]{6,}$')
    and pg_relation_size(c.oid) >= 2 * greatest(c.relpages, 1)::bigint * current_setting('block_size')::bigint)`;

const namesSchema = z.array(z.string());

/** Which of these tables have grown, wherever their rows are. */
async function grownAmong(tx: Transaction, names: readonly string[], isDistributed: boolean): Promise<readonly string[]> {
  if (names.length === 0) return [];
  if (!isDistributed) {
    const { rows } = await tx.query({ sql: grown, parameters: [names], name: "statistics_grown" });
    return rows.map((row) => String(row["name"]));
  }
  const answers = await askWorkers(tx, grownOnNode(names));
  return [...new Set(answers.flatMap(({ success, result }) => (success ? namesSchema.parse(JSON.parse(result ?? "[]")) : [])))];
}

interface Counted {
  /** Tables whose rows are mostly older: they are counted where they have doubled in size. */
  readonly grown?: readonly string[];
  /** Tables whose rows are mostly others than before: they are always counted. */
  readonly replaced?: readonly string[];
}

/** Counts tables anew. A table that another process is counting at the moment is left out. */
export async function refreshStatistics(database: Pick<Database, "owner" | "isDistributed">, counted: Counted): Promise<void> {
  // As the owner: only the owner of a table may have it counted, and all its rows are.
  await database.owner.transaction(async (tx) => {
    const names = [...(counted.replaced ?? []), ...(await grownAmong(tx, counted.grown ?? [], database.isDistributed))];
    if (names.length > 0) await tx.query({ sql: `analyze (skip_locked) ${names.map(quoted).join(", ")}`, parameters: [] });
  });
}
