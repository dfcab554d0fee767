// Where tenants are in a distributed database: which of them can be reached, and moving them by the functions of the engine, while the server runs.
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { operatorText } from "../operator-language.ts";
import { askWorkers, clusterNodes, nodeText, requireOnlineMoves, requireReachable } from "./cluster.ts";
import { reasonOf } from "../postgres/errors.ts";
import type { Database, Statement, Transaction } from "./database.ts";
import { DistributionRefusedError, leadingTable } from "./distribution.ts";
import { isConnectionLost } from "./sql-errors.ts";

const placementRow = z.object({ shard: z.string(), name: z.string(), port: z.coerce.number(), others: z.coerce.number() });

/** The shard of a tenant in each table has the same range and the same node. */
async function placementOf(tx: Transaction, tenantId: string) {
  const row = await tx.first({
    sql: `select s.shardid::text as shard, n.nodename as name, n.nodeport as port, (s.shardmaxvalue::bigint - s.shardminvalue::bigint)::text as others
      from pg_dist_shard s join pg_dist_placement p on p.shardid = s.shardid join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
      where s.shardid = get_shard_id_for_distribution_column($1::regclass, $2::text)`,
    parameters: [leadingTable, tenantId],
  });
  return placementRow.parse(row);
}

function requireDistributed({ isDistributed }: Database): void {
  if (!isDistributed)
    throw new DistributionRefusedError(
      operatorText(
        "该数据库的表尚未按租户分布：请先执行 npm run distribute -- --apply。",
        "The tables of this database are not distributed: run npm run distribute -- --apply first.",
      ),
    );
}

/** The node that the rows of a tenant are on, as text. */
export async function nodeOfTenant(database: Database, tenantId: string): Promise<string> {
  requireDistributed(database);
  // As the owner: the catalogue of the cluster.
  const placement = await database.owner.transaction((tx) => placementOf(tx, tenantId));
  const own = placement.others === 0 ? operatorText("（独占分片）", ", in a shard of its own") : "";
  return `${nodeText(placement)}${own}`;
}

interface Move {
  readonly tenantId: string;
  /** host:port */
  readonly node: string;
  readonly onStep?: (text: string) => void;
}

/** The worker of this name; throws where rows cannot be moved there. */
async function targetOf(tx: Transaction, node: string) {
  const nodes = await clusterNodes(tx);
  const workers = nodes.filter(({ isWorker }) => isWorker);
  const target = nodes.find((one) => nodeText(one) === node);
  if (target?.isWorker === true && target.isActive) return target;
  const list = workers.map(nodeText).join(operatorText("、", ", "));
  throw new DistributionRefusedError(
    target === undefined
      ? operatorText(
          `集群中没有节点 ${node}。节点以 host:port 命名，与 citus_add_node 中的写法一致；可用的节点：${list}。`,
          `The cluster has no node ${node}. A node is named host:port, as it was named to citus_add_node; there are ${list}.`,
        )
      : !target.isWorker
        ? operatorText(
            `节点 ${node} 不存放租户的数据（协调节点，或 shouldhaveshards 为 false）；可用的节点：${list}。`,
            `The node ${node} stores no rows of tenants (it is the coordinator, or its shouldhaveshards is false); there are ${list}.`,
          )
        : operatorText(
            `节点 ${node} 已停用：请先以 citus_activate_node 启用。`,
            `The node ${node} is not active: activate it with citus_activate_node first.`,
          ),
  );
}

/** What the engine says, without a code of its own, while it still ends a move whose command was interrupted, or makes another one. */
const stillMoving = /could not acquire the lock required to|orphaned shard .* could not be cleaned up/;

/** The refusal that an error of the engine's moves is. */
export function moveRefusal(error: unknown): unknown {
  const reason = reasonOf(error);
  if (!stillMoving.test(reason)) return error;
  return new DistributionRefusedError(
    operatorText(
      `集群还在进行另一次移动，或正在收尾上一次被中断的移动，请稍后再执行（中断后约需一分钟）。集群的原话：${reason}`,
      `The cluster is making another move, or still ends one that was interrupted (about a minute): run this again then. It says: ${reason}`,
    ),
    { cause: error },
  );
}

async function move(database: Database, statement: Statement): Promise<void> {
  await database.owner
    .transaction((tx) => tx.query(statement))
    .catch((error: unknown) => {
      throw moveRefusal(error);
    });
}

/**
 * Gives a tenant a shard of its own, and moves that to a node. Writes of the tenant wait for its last moment only. Where a call was interrupted
 * the next one goes on with what is left, as soon as the cluster has ended the rest of it.
 */
export async function moveTenant(database: Database, { tenantId, node, onStep = () => undefined }: Move): Promise<void> {
  requireDistributed(database);
  const { owner } = database;
  const { before, target } = await owner.transaction(async (tx) => {
    const to = await targetOf(tx, node);
    const from = await placementOf(tx, tenantId);
    const involved = new Set([nodeText(to), nodeText(from)]);
    await requireReachable(
      tx,
      (await clusterNodes(tx)).filter((one) => involved.has(nodeText(one))),
    );
    await requireOnlineMoves(tx);
    return { before: from, target: to };
  });
  if (before.others !== 0) {
    onStep(operatorText("为该租户建立独占分片……", "making a shard of its own …"));
    await move(database, {
      sql: "select isolate_tenant_to_new_shard($1::regclass, $2::text, 'CASCADE', shard_transfer_mode => 'auto')",
      parameters: [leadingTable, tenantId],
    });
  }
  const { shard, name, port } = await owner.transaction((tx) => placementOf(tx, tenantId));
  if (nodeText({ name, port }) === nodeText(target)) return;
  onStep(operatorText(`从 ${nodeText({ name, port })} 移动到 ${node}……`, `moving from ${nodeText({ name, port })} to ${node} …`));
  await move(database, {
    sql: "select citus_move_shard_placement($1::bigint, $2, $3::int, $4, $5::int, shard_transfer_mode => 'auto')",
    parameters: [shard, name, port, target.name, target.port],
  });
}

const nodesOfTenants = `select t.tenant_id, n.nodename as name, n.nodeport as port, n.groupid = 0 as is_coordinator from unnest($2::text[]) as t(tenant_id)
  join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column($1::regclass, t.tenant_id)
  join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'`;
const nodeOfTenantRow = z.object({ tenant_id: z.string(), name: z.string(), port: z.coerce.number(), is_coordinator: z.boolean() });

/** Tenants whose rows are on a node that answers. */
async function reachableTenants(database: Database): Promise<readonly string[]> {
  // As the owner: the tenants of all nodes.
  return database.owner.transaction(async (tx) => {
    const answers = await askWorkers(tx, "select 1");
    const answering = new Set(answers.filter(({ success }) => success).map(nodeText));
    const { rows: tenants } = await tx.query({ sql: "select distinct tenant_id from tenant", parameters: [] });
    const { rows } = await tx.query({ sql: nodesOfTenants, parameters: [leadingTable, tenants.map((row) => row["tenant_id"])] });
    const placed = z.array(nodeOfTenantRow).parse(rows);
    return placed.filter((node) => node.is_coordinator || answering.has(nodeText(node))).map((node) => node.tenant_id);
  });
}

/**
 * Reads rows of all tenants; while a node of a cluster is down, those of the tenants of the other nodes, whom `read` is then given: for what
 * must not stop for everybody because some cannot be reached.
 */
export async function readOfAllTenants<T>(database: Database, read: (tenantIds: readonly string[] | undefined) => Promise<T>): Promise<T> {
  try {
    return await read(undefined);
  } catch (error) {
    if (!database.isDistributed || !isConnectionLost(error)) throw error;
    return read(await reachableTenants(database));
  }
}

const defaultBetweenLooksMs = 2_000;
const stateRow = z.object({
  job: z.string(),
  state: z.string(),
  counts: z.record(z.string(), z.coerce.number()).nullable(),
  details: z.string().nullable(),
});
const unfinishedStates: ReadonlySet<string> = new Set(["scheduled", "running", "cancelling", "failing"]);

/** The latest rebalance of the cluster. */
async function latestRebalance(tx: Transaction): Promise<z.infer<typeof stateRow> | undefined> {
  const row = await tx.first({
    sql: "select job_id::text as job, state::text as state, details -> 'task_state_counts' as counts, details::text as details from citus_rebalance_status() limit 1",
    parameters: [],
  });
  return row === undefined ? undefined : stateRow.parse(row);
}

function progressText(counts: Readonly<Record<string, number>> | null): string {
  const done = counts?.["done"] ?? 0;
  const all = Object.values(counts ?? {}).reduce((sum, one) => sum + one, 0);
  return operatorText(`已移动 ${done} / ${all} 组分片`, `${done} of ${all} groups of shards moved`);
}

interface Rebalance {
  readonly onProgress: (text: string) => void;
  readonly betweenLooksMs?: number;
}

/** Spreads the shards over the nodes evenly, in the background of the cluster, or follows one that runs; resolves when it is done. */
export async function rebalance(database: Database, { onProgress, betweenLooksMs = defaultBetweenLooksMs }: Rebalance): Promise<void> {
  requireDistributed(database);
  const { owner } = database;
  const existing = await owner.transaction(latestRebalance);
  if (existing === undefined || !unfinishedStates.has(existing.state)) {
    await owner.transaction(async (tx) => {
      await requireReachable(
        tx,
        (await clusterNodes(tx)).filter(({ isWorker, isActive }) => isWorker && isActive),
      );
      await requireOnlineMoves(tx);
    });
    const started = await owner.transaction((tx) => tx.first({ sql: "select citus_rebalance_start()::text as job", parameters: [] }));
    if ((started?.["job"] ?? null) === null)
      return onProgress(operatorText("各节点的分片已经均衡，无需移动。", "The shards are spread evenly already."));
  }
  onProgress(
    operatorText(
      "集群在后台移动分片，中断本命令不影响它；再次执行可继续查看。",
      "The cluster moves shards in its background, also if this command is interrupted; run it again to follow.",
    ),
  );
  for (let last = ""; ; await delay(betweenLooksMs)) {
    const current = await owner.transaction(latestRebalance);
    if (current === undefined) return;
    const text = progressText(current.counts);
    if (text !== last) onProgress(text);
    last = text;
    if (current.state === "finished") return;
    if (!unfinishedStates.has(current.state))
      throw new DistributionRefusedError(
        operatorText(
          `均衡未完成（${current.state}）：${current.details ?? ""}`,
          `The rebalance ended as "${current.state}": ${current.details ?? ""}`,
        ),
      );
  }
}
