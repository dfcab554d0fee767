// How far a world has come: kept in the transaction of each of its steps, so that a world that was stopped goes on with the next one.
import { z } from "zod";
import type { Transaction } from "../../src/server/store/database.ts";
import { jobTable } from "../../src/server/store/job-tables.ts";
import { quoted } from "../../src/server/store/names.ts";
import { WorldError } from "./world-error.ts";

const made = z.object({ productId: z.string(), specId: z.string() });
const mastersSchema = z.object({
  lines: z.array(z.object({ factoryId: z.string(), shopId: z.string(), prodLineId: z.string(), teamId: z.string() })).readonly(),
  warehouses: z.array(z.string()).readonly(),
  dealers: z.array(z.string()).readonly(),
  products: z.array(made).readonly(),
  /** Goods without codes. */
  gift: made,
  /** Ids of the pack layers, by their numbers. */
  packLayers: z.array(z.tuple([z.number(), z.string()]).readonly()).readonly(),
  digitSourceId: z.string(),
  /** Ids of the rules, by the function of their codes. */
  rules: z.array(z.tuple([z.number(), z.string()]).readonly()).readonly(),
});

const stateSchema = z.object({
  /** Steps so far: whoever goes on from an older number is the second to do so. */
  turn: z.int(),
  size: z.object({ codes: z.int(), scans: z.int(), seed: z.int(), today: z.string() }).readonly(),
  masters: mastersSchema.optional(),
  /** Of each product: the record of its codes, their set, and whether the codes are packed. */
  codes: z.array(z.object({ recordId: z.string(), setId: z.string().optional(), isPacked: z.boolean() })).readonly(),
  documents: z.int(),
  scans: z.int(),
});
export type WorldState = z.infer<typeof stateSchema>;

/** What everything else stands on. */
export type Masters = z.infer<typeof mastersSchema>;
export type MadeProduct = z.infer<typeof made>;

export const initialState = (size: WorldState["size"]): WorldState => ({ turn: 0, size, codes: [], documents: 0, scans: 0 });

/** Work of this name is no worker's: its row only says how far it is. */
const queue = "synthetic-world";

/** The state of a tenant's world, locked until the transaction ends; undefined where none was begun. */
export async function stateOf(tx: Transaction, tenantId: string): Promise<WorldState | undefined> {
  const row = await tx.first({
    sql: `select checkpoint from ${quoted(jobTable)} where tenant_id = $1 and queue = $2 for update`,
    parameters: [tenantId, queue],
  });
  return row === undefined ? undefined : stateSchema.parse(row["checkpoint"]);
}

/** Keeps the first state of a world. */
export async function storeFirstState(
  tx: Transaction,
  row: { readonly id: string; readonly tenantId: string },
  state: WorldState,
): Promise<void> {
  await tx.query({
    sql: `insert into ${quoted(jobTable)} (id, tenant_id, queue, key, payload, checkpoint, run_at, max_attempts) values ($1, $2, $3, 'world', '{}', $4, 0, 1)`,
    parameters: [row.id, row.tenantId, queue, JSON.stringify(state)],
  });
}

/** Keeps the state after a step; refused where somebody else has gone on meanwhile. */
export async function storeNextState(tx: Transaction, tenantId: string, state: WorldState): Promise<void> {
  const found = await stateOf(tx, tenantId);
  if (found?.turn !== state.turn - 1) throw new WorldError(`somebody else goes on with the world of tenant ${tenantId}`);
  await tx.query({
    sql: `update ${quoted(jobTable)} set checkpoint = $3 where tenant_id = $1 and queue = $2`,
    parameters: [tenantId, queue, JSON.stringify(state)],
  });
}

/** Whether the tenant has jobs of these queues that have not ended. */
export async function hasJobs(tx: Transaction, tenantId: string, queues: readonly string[]): Promise<boolean> {
  const row = await tx.first({
    sql: `select 1 from ${quoted(jobTable)} where tenant_id = $1 and queue = any($2) and is_unfinished limit 1`,
    parameters: [tenantId, queues],
  });
  return row !== undefined;
}
