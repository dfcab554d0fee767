// The cluster that a distributed database is the coordinator of: its engine, its nodes, and whether they can do what is asked of them.
import { z } from "zod";
import { operatorText } from "../operator-language.ts";
import { markLeakproofBlock } from "../postgres/leakproof.ts";
import type { Transaction } from "./database.ts";
import { DistributionRefusedError } from "./distribution.ts";

/** The oldest version of Citus that the product was run on. */
const oldestEngine = "13.2";

const nodeRow = z.object({ name: z.string(), port: z.coerce.number(), is_worker: z.boolean(), is_active: z.boolean() });

/** A node of the cluster. */
interface ClusterNode {
  readonly name: string;
  readonly port: number;
  /** It has rows of tenants. */
  readonly isWorker: boolean;
  readonly isActive: boolean;
}

export const nodeText = ({ name, port }: Pick<ClusterNode, "name" | "port">): string => `${name}:${port}`;

const isTrue = async (tx: Transaction, sql: string): Promise<boolean> =>
  (await tx.first({ sql: `select ${sql} as answer`, parameters: [] }))?.["answer"] === true;

/** The nodes of the cluster that the database is the coordinator of; none where it is no cluster's. */
export async function clusterNodes(tx: Transaction): Promise<readonly ClusterNode[]> {
  if (!(await isTrue(tx, "to_regclass('pg_catalog.pg_dist_node') is not null"))) return [];
  const { rows } = await tx.query({
    sql: "select nodename as name, nodeport as port, shouldhaveshards as is_worker, isactive as is_active from pg_dist_node where noderole = 'primary' order by nodename, nodeport",
    parameters: [],
  });
  return z
    .array(nodeRow)
    .parse(rows)
    .map(({ name, port, is_worker: isWorker, is_active: isActive }) => ({ name, port, isWorker, isActive }));
}

/** Whether a version such as "13.2-1" is one that the product was run on, or a later one. */
export function isSupportedEngine(version: string): boolean {
  const [oldest, found] = [oldestEngine, version].map((one) => (/^(\d+)\.(\d+)/.exec(one) ?? []).slice(1).map(Number));
  const [major = 0, minor = 0] = found ?? [];
  const [oldestMajor = 0, oldestMinor = 0] = oldest ?? [];
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

/** Throws where the engine is missing or older than what the product was run on. */
async function requireEngine(tx: Transaction): Promise<void> {
  const engine = await tx.first({
    sql: `select (select extversion from pg_extension where extname = 'citus') as version,
      exists (select 1 from pg_available_extensions where name = 'citus') as is_available, current_setting('server_version') as server`,
    parameters: [],
  });
  const version = engine?.["version"];
  if (typeof version !== "string") {
    const server = String(engine?.["server"]);
    throw new DistributionRefusedError(
      engine?.["is_available"] === true
        ? operatorText(
            "该数据库没有扩展 citus：请按 docs/scale.md 在每个节点的该数据库中执行 CREATE EXTENSION citus，再以 citus_add_node 加入工作节点。",
            "This database has no extension citus: run CREATE EXTENSION citus in this database on every node, as docs/scale.md says, and add the workers with citus_add_node.",
          )
        : operatorText(
            `该 PostgreSQL（${server}）没有安装 Citus，数据只能存放在这一台机器上：请在每个节点安装 Citus ${oldestEngine} 或更高版本（docs/scale.md）。`,
            `Citus is not installed in this PostgreSQL (${server}), which stores everything on one machine: install Citus ${oldestEngine} or newer on every node (docs/scale.md).`,
          ),
    );
  }
  if (!isSupportedEngine(version))
    throw new DistributionRefusedError(
      operatorText(
        `该数据库的 Citus 版本为 ${version}，需要 ${oldestEngine} 或更高版本：请在每个节点升级，并执行 ALTER EXTENSION citus UPDATE。`,
        `This database has Citus ${version}, and ${oldestEngine} or newer is needed: install it on every node and run ALTER EXTENSION citus UPDATE.`,
      ),
    );
}

const reachRow = z.object({ name: z.string(), port: z.coerce.number(), answers: z.boolean().nullable() });

/** Throws where one of these nodes does not answer the coordinator. */
export async function requireReachable(tx: Transaction, nodes: readonly ClusterNode[]): Promise<void> {
  const { rows } = await tx.query({
    sql: "select one.name, one.port, citus_check_connection_to_node(one.name, one.port) as answers from unnest($1::text[], $2::int[]) as one (name, port)",
    parameters: [nodes.map(({ name }) => name), nodes.map(({ port }) => port)],
  });
  const silent = z
    .array(reachRow)
    .parse(rows)
    .filter(({ answers }) => answers !== true)
    .map(nodeText)
    .join(operatorText("、", ", "));
  if (silent === "") return;
  throw new DistributionRefusedError(
    operatorText(
      `协调节点无法连接 ${silent}，未做任何更改：请启动该节点的 PostgreSQL，或检查网络、pg_hba.conf 和密码文件，然后重新执行。`,
      `The coordinator cannot connect to ${silent}, and nothing was changed: start PostgreSQL there, or look at the network, pg_hba.conf and the file of passwords, and run this again.`,
    ),
  );
}

/** Throws where nothing could be distributed. */
export async function requireCluster(tx: Transaction): Promise<void> {
  await requireEngine(tx);
  const nodes = await clusterNodes(tx);
  const workers = nodes.filter(({ isWorker, isActive }) => isWorker && isActive);
  if (workers.length === 0)
    throw new DistributionRefusedError(
      operatorText(
        "该数据库没有可用的工作节点：请先执行 citus_set_coordinator_host，再以 citus_add_node 加入工作节点（docs/scale.md）。",
        "This database has no worker that is active: run citus_set_coordinator_host, and add workers with citus_add_node (docs/scale.md).",
      ),
    );
  await requireReachable(tx, workers);
}

const answerRow = z.object({ name: z.string(), port: z.coerce.number(), success: z.boolean(), result: z.string().nullable() });

/** What each worker answers to a statement. */
export async function askWorkers(tx: Transaction, sql: string): Promise<readonly z.infer<typeof answerRow>[]> {
  const { rows } = await tx.query({
    sql: "select nodename as name, nodeport as port, success, result from run_command_on_workers($1)",
    parameters: [sql],
  });
  return z.array(answerRow).parse(rows);
}

/** Output plugins of logical decoding that the engine moves rows with; PostgreSQL allows only those that its setting names, where it has it. */
const outputPlugins = ["pgoutput", "citus"];
const pluginSetting = "output_plugin_libraries";

/** Whether that setting, a list whose names may be quoted, allows what the engine needs. */
export function allowsOutputPlugins(setting: string): boolean {
  // Quoted as a whole it is one name, which allows nothing: a slip in ALTER SYSTEM.
  const allowed = [...setting.matchAll(/"([^"]*)"|([^",\s]+)/g)].map(([, quoted, plain]) => quoted ?? plain);
  return outputPlugins.every((one) => allowed.includes(one));
}

/** Throws where rows cannot be moved from node to node while they are written. */
export async function requireOnlineMoves(tx: Transaction): Promise<void> {
  const levels = await askWorkers(tx, "show wal_level");
  const withoutLevel = levels.filter(({ success, result }) => success && result !== "logical").map(nodeText);
  if (withoutLevel.length > 0) {
    const list = withoutLevel.join(operatorText("、", ", "));
    throw new DistributionRefusedError(
      operatorText(
        `节点 ${list} 的 wal_level 不是 logical，无法在写入的同时移动数据，未做任何更改：请设置 wal_level = logical，并重启该节点的 PostgreSQL。`,
        `wal_level is not "logical" on ${list}, so rows cannot be moved while they are written, and nothing was changed: set wal_level = logical there and restart PostgreSQL.`,
      ),
    );
  }
  const plugins = await askWorkers(tx, `select coalesce(current_setting('${pluginSetting}', true), '${outputPlugins.join(",")}')`);
  const withoutPlugins = plugins.filter(({ success, result }) => success && !allowsOutputPlugins(result ?? "")).map(nodeText);
  if (withoutPlugins.length === 0) return;
  const list = withoutPlugins.join(operatorText("、", ", "));
  const value = `ALTER SYSTEM SET ${pluginSetting} = pgoutput, test_decoding, citus; SELECT pg_reload_conf()`;
  throw new DistributionRefusedError(
    operatorText(
      `节点 ${list} 的 ${pluginSetting} 不含 citus，无法在写入的同时移动数据，未做任何更改：请在该节点执行 ${value}。`,
      `${pluginSetting} does not name citus on ${list}, so rows cannot be moved while they are written, and nothing was changed: run there ${value}.`,
    ),
  );
}

/** Marks on the workers what is marked on the coordinator at every start; returns sentences about those where that was not possible. */
export async function markWorkers(tx: Transaction): Promise<readonly string[]> {
  const answers = await askWorkers(tx, markLeakproofBlock);
  return answers
    .filter(({ success }) => !success)
    .map((node) =>
      operatorText(
        `节点 ${nodeText(node)} 上的函数未标记 LEAKPROOF，部分搜索会读取租户的全部数据行：请由超级用户在该节点执行 docs/postgresql.md 中的语句（${node.result ?? ""}）`,
        `functions of PostgreSQL on ${nodeText(node)} are not marked LEAKPROOF, so some searches read all rows of a tenant: a superuser runs the statement of docs/postgresql.md there (${node.result ?? ""})`,
      ),
    );
}
