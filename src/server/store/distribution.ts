// A database whose tables are distributed over the nodes of a cluster (Citus): whether it is one, and which table goes where.
import pg from "pg";
import { z } from "zod";
import type { PostgresConnection } from "../postgres/connection.ts";
import { literal, quoted } from "./names.ts";
import type { Statement } from "./pipeline.ts";
import { clientConfig } from "./pool.ts";
import type { Transaction } from "./pool-transaction.ts";

/** How a table is stored in a distributed database. */
export type Placement =
  /** Its rows on the node of their tenant. */
  | "distributed"
  /** Whole on every node: what belongs to the platform, and rows of tenants refer to. */
  | "reference"
  /** On the coordinator alone: what is looked up before the tenant is known. */
  | "local";

/** What was asked of a distributed database, or of one that is to be, cannot be done; nothing was changed. */
export class DistributionRefusedError extends Error {
  override readonly name = "DistributionRefusedError";
  readonly code = "distribution.refused";
}

const distributedBy = "tenant_id";
/** All tables of tenants lie together with this one, so that the rows of a tenant are on one node. */
export const leadingTable = "tm_counter";

/** Changes of distributed tables that refer to each other run one after the other. */
export const distributionSettings: Statement = { sql: "set local citus.multi_shard_modify_mode to 'sequential'", parameters: [] };

/** Distributes a table, with the rows that it has. */
export function placementSql(table: string, placement: Exclude<Placement, "local">): string {
  const name = literal(quoted(table));
  if (placement === "reference") return `select create_reference_table(${name})`;
  const colocated = table === leadingTable ? "none" : leadingTable;
  return `select create_distributed_table(${name}, ${literal(distributedBy)}, colocate_with => ${literal(colocated)})`;
}

const isThere = "select to_regclass('pg_catalog.pg_dist_partition') is not null as answer";
const isUsed = `select exists (select 1 from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
    where c.relnamespace = current_schema()::regnamespace and p.partmethod = 'h') as answer`;

const placementRow = z.object({ name: z.string(), placement: z.enum(["distributed", "reference"]) });

/** How the tables of the current schema are placed; none where the database is not distributed. */
export async function readPlacements(tx: Transaction): Promise<ReadonlyMap<string, "distributed" | "reference">> {
  if ((await tx.first({ sql: isThere, parameters: [] }))?.["answer"] !== true) return new Map();
  const { rows } = await tx.query({
    sql: `select c.relname as name, case when p.partmethod = 'h' then 'distributed' else 'reference' end as placement
      from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
      where c.relnamespace = current_schema()::regnamespace and (p.partmethod = 'h' or p.partmethod = 'n' and p.repmodel = 't')`,
    parameters: [],
  });
  return new Map(
    z
      .array(placementRow)
      .parse(rows)
      .map(({ name, placement }) => [name, placement]),
  );
}

/** Whether tables of this database are distributed; one that only has the extension is like any other. */
export async function distributesTables(connection: PostgresConnection): Promise<boolean> {
  const client = new pg.Client({
    ...clientConfig(connection, { session: {}, setsSessionAtStart: false, pipelined: false }),
    connectionTimeoutMillis: 10_000,
  });
  client.on("error", () => undefined); // the query under way rejects with the same error
  const answers = async (sql: string): Promise<boolean> => (await client.query<{ answer: boolean }>(sql)).rows[0]?.answer === true;
  try {
    await client.connect();
    return (await answers(isThere)) && (await answers(isUsed));
  } finally {
    await client.end();
  }
}
