// Where tenants are in a distributed database, and moving them: by the functions of the engine, while the server runs.
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import type { Database, Transaction } from "./database.ts";
import { DistributionRefusedError } from "./distribute.ts";
import { leadingTable } from "./distribution.ts";

const placementRow = z.object({ shard: z.string(), name: z.string(), port: z.coerce.number(), tenants: z.coerce.number() });

async function placementOf(tx: Transaction, tenantId: string) {
  const row = await tx.first({
    sql: `select s.shardid::text as shard, n.nodename as name, n.nodeport as port, (s.shardmaxvalue::bigint - s.shardminvalue::bigint)::text as tenants
      from pg_dist_shard s join pg_dist_placement p on p.shardid = s.shardid join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
      where s.shardid = get_shard_id_for_distribution_column($1, $2)`,
    parameters: [leadingTable, tenantId],
  });
  if (row === undefined)
    throw new DistributionRefusedError("The tables of this database are not distributed: run npm run distribute -- --apply first.");
  return placementRow.parse(row);
}

/** The node that the rows of a tenant are on, as text. */
export async function nodeOfTenant(database: Database, tenantId: string): Promise<string> {
  // As the owner: the catalogue of the cluster.
  const { name, port, tenants } = await database.owner.transaction((tx) => placementOf(tx, tenantId));
  return `${name}:${port}${tenants === 0 ? ", in a shard of its own" : ""}`;
}

/** Gives a tenant a shard of its own, and moves that to a node ("host:port"). Writes of the tenant wait for its last moment only. */
export async function moveTenant(database: Database, tenantId: string, node: string): Promise<void> {
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(node) ?? [];
  if (host === undefined || port === undefined) throw new DistributionRefusedError(`A node is named host:port, not "${node}".`);
  const before = await database.owner.transaction((tx) => placementOf(tx, tenantId));
  if (before.tenants !== 0)
    await database.owner.transaction((tx) =>
      tx.query({
        sql: "select isolate_tenant_to_new_shard($1::regclass, $2::text, 'CASCADE', shard_transfer_mode => 'auto')",
        parameters: [leadingTable, tenantId],
      }),
    );
  const { shard, name, port: from } = await database.owner.transaction((tx) => placementOf(tx, tenantId));
  if (name === host && from === Number(port)) return;
  await database.owner.transaction((tx) =>
    tx.query({
      sql: "select citus_move_shard_placement($1::bigint, $2, $3::int, $4, $5::int, shard_transfer_mode => 'auto')",
      parameters: [shard, name, from, host, Number(port)],
    }),
  );
}

const betweenLooksMs = 2_000;

/** Spreads the shards over the nodes evenly, in the background of the cluster; resolves when it is done. */
export async function rebalance(database: Database, onProgress: (text: string) => void): Promise<void> {
  const { owner } = database;
  const started = await owner.transaction((tx) => tx.first({ sql: "select citus_rebalance_start()::text as job", parameters: [] }));
  if ((started?.["job"] ?? null) === null) return onProgress("The shards are spread evenly already.");
  for (let last = ""; ; await delay(betweenLooksMs)) {
    const row = await owner.transaction((tx) =>
      tx.first({ sql: "select state::text as state, details::text as details from citus_rebalance_status() limit 1", parameters: [] }),
    );
    const state = String(row?.["state"] ?? "finished");
    if (state !== last) onProgress(state);
    last = state;
    if (state === "finished") return;
    if (state === "failed" || state === "cancelled") throw new Error(`the rebalance ${state}: ${String(row?.["details"])}`);
  }
}
