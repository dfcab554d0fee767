// `npm run distribute`: shows how the tables of an installation would be distributed over the nodes of its cluster, does it, verifies it, and
// moves tenants between nodes.
import pg from "pg";
import type { Model } from "#schema/model";
import { readConfiguration } from "#server/config";
import { tenantNumbers } from "#server/domain/reconcile";
import { formatError } from "#server/format-error";
import { operatorText } from "#server/operator-language";
import { connectionFromUrl, type PostgresConnection } from "#server/postgres/connection";
import { reachDatabase } from "#server/postgres/reach";
import { PostgresError, reasonOf } from "#server/postgres/errors";
import { prepareRoles } from "#server/postgres/roles";
import { internalTables } from "#server/auth/tables";
import { clusterNodes, markWorkers, nodeText, requireCluster } from "#server/store/cluster";
import { openDatabase, type Database } from "#server/store/database";
import { distributeTables, planDistribution } from "#server/store/distribute";
import { DistributionRefusedError } from "#server/store/distribution";
import { moveTenant, nodeOfTenant, rebalance } from "#server/store/distributed-tenants";
import { migrate, planMigration } from "#server/store/migrate";
import { placementText, type PlannedPlacement } from "#server/store/placements";
import { isConnectionLost } from "#server/store/sql-errors";
import { withSoleUse } from "#server/store/sole-use";
import { CommandLineError, commands, parametersOf } from "../commands.ts";

const options = { otherTables: internalTables.map(({ name }) => name) };

const print = (zh: string, en: string): void => console.log(operatorText(zh, en));

async function withDatabase<T>(connection: PostgresConnection, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ connection });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

function printPlan(planned: readonly PlannedPlacement[]): void {
  for (const placement of ["distributed", "reference", "local"] as const) {
    const tables = planned.filter((one) => one.placement === placement);
    if (tables.length === 0) continue;
    const why = tables[0]?.why ?? "";
    print(`\n${tables.length} 张表${placementText(placement)}：${why}`, `\n${tables.length} tables ${placementText(placement)}: ${why}`);
    console.log(tables.map(({ table, isDone }) => `  ${isDone ? "✓" : " "} ${table}`).join("\n"));
  }
  const missing = planned.filter(({ isDone }) => !isDone).length;
  if (missing === 0) print("\n所有表均已如此存放。", "\nAll of them are stored so.");
  else
    print(
      `\n还有 ${missing} 张表未如此存放。停止所有服务器后，以 --apply 执行。`,
      `\n${missing} tables are not stored so yet. With --apply, and no server running, they are.`,
    );
}

async function showPlan(database: Database, model: Model): Promise<void> {
  const { owner } = database;
  await owner.transaction(requireCluster);
  for (const node of await owner.transaction(clusterNodes)) {
    const kind = node.isWorker ? "" : operatorText("，协调节点", ", coordinator");
    print(
      `节点 ${nodeText(node)}${kind}${node.isActive ? "" : "，已停用"}`,
      `node ${nodeText(node)}${kind}${node.isActive ? "" : ", not active"}`,
    );
  }
  const planned = await owner.transaction((tx) => planDistribution(tx, model));
  printPlan(planned);
  if (planned.some(({ isDone }) => !isDone)) return;
  const { statements } = await planMigration(database, model, options);
  if (statements.length > 0)
    print(
      `还缺 ${statements.length} 个引用和键：以 --apply 执行即可建立，启动服务器也会建立。`,
      `${statements.length} references and keys are missing: --apply makes them, and so does a start.`,
    );
}

async function apply(connection: PostgresConnection, model: Model): Promise<void> {
  await withSoleUse(connection, async (signal) => {
    await prepareRoles(connection);
    await withDatabase(connection, (database) =>
      distributeTables({
        database,
        model,
        signal,
        onTable: ({ table, placement, rows }) =>
          print(`${table}  ${placementText(placement)}，${rows} 行`, `${table}  ${placementText(placement)}, ${rows} rows`),
      }),
    );
  });
  // Opened anew: it is a distributed one from now on. The migration makes the references between rows again, and with them proves that they hold.
  await withDatabase(connection, async (database) => {
    for (const note of await database.owner.transaction(markWorkers)) print(`注意：${note}`, `note: ${note}`);
    const { applied } = await migrate(database, model, options);
    print(`已建立 ${applied.length} 个引用和键`, `${applied.length} references and keys made`);
    const planned = await database.owner.transaction((tx) => planDistribution(tx, model));
    const missing = planned.filter(({ isDone }) => !isDone).map(({ table }) => table);
    if (missing.length > 0)
      throw new DistributionRefusedError(
        operatorText(`以下表未按计划存放：${missing.join("、")}`, `these tables are not stored as planned: ${missing.join(", ")}`),
      );
    print(`${planned.length} 张表均已按计划存放`, `${planned.length} tables are stored as planned`);
  });
}

async function ofTenant(database: Database, model: Model, tenantId: string, node: string | undefined): Promise<void> {
  if (!(await tenantNumbers(database, model)).includes(tenantId))
    throw new DistributionRefusedError(operatorText(`没有编号为 ${tenantId} 的租户。`, `There is no tenant ${tenantId}.`));
  const before = await nodeOfTenant(database, tenantId);
  if (node === undefined) return console.log(`${tenantId}  ${before}`);
  await moveTenant(database, { tenantId, node, onStep: (text) => console.log(`${tenantId}  ${text}`) });
  const after = await nodeOfTenant(database, tenantId);
  if (after === before) print(`${tenantId}  已在 ${after}，无需移动`, `${tenantId}  is there already: ${after}`);
  else console.log(`${tenantId}  ${after}`);
}

async function run(given: readonly string[], variables: NodeJS.ProcessEnv, readModel: () => Model): Promise<void> {
  const { values } = parametersOf(commands.distribute, given);
  const isTogether = [values.apply, values.tenant, values.rebalance].filter((value) => value !== undefined).length > 1;
  if (isTogether) throw new CommandLineError("--apply, --tenant and --rebalance are given one at a time.");
  if (values.to !== undefined && values.tenant === undefined) throw new CommandLineError("--to needs --tenant.");
  const { databaseUrl } = readConfiguration(variables);
  if (databaseUrl === undefined)
    throw new DistributionRefusedError(
      operatorText(
        "内置的 PostgreSQL 只在一台机器上：请把 DATABASE_URL 设为集群的协调节点（docs/scale.md）。",
        "The bundled PostgreSQL is one machine. Set DATABASE_URL to the coordinator of a cluster (docs/scale.md).",
      ),
    );
  const connection = connectionFromUrl(databaseUrl);
  if ((await reachDatabase(connection)).isEmpty)
    throw new DistributionRefusedError(
      operatorText(
        "该数据库还没有数据表：请先用它启动一次服务器，停止后再执行。",
        "This database has no tables yet: start the server on it once, stop it, and run this again.",
      ),
    );
  const model = readModel();
  if (values.apply === true) return apply(connection, model);
  await withDatabase(connection, async (database) => {
    if (values.tenant !== undefined) return ofTenant(database, model, values.tenant, values.to);
    if (values.rebalance === true) return rebalance(database, { onProgress: (text) => console.log(text) });
    return showPlan(database, model);
  });
}

/** What PostgreSQL and its engine say of what they refuse is for the person who runs the command. */
function sentenceOf(error: unknown): string {
  if (error instanceof CommandLineError) return error.message;
  if (isConnectionLost(error) && !(error instanceof PostgresError))
    return operatorText(
      `与 PostgreSQL 的连接中断（${reasonOf(error)}）：请重新执行，已完成的部分不会重做。`,
      `The connection to PostgreSQL was lost (${reasonOf(error)}): run this again, and it continues.`,
    );
  if (!(error instanceof pg.DatabaseError)) return formatError(error);
  return [error.message, error.detail, error.hint].filter((part) => part !== undefined).join("\n");
}

/** Runs the command with its parameters and settings; returns its exit code. */
export async function distribute(given: readonly string[], variables: NodeJS.ProcessEnv, readModel: () => Model): Promise<number> {
  try {
    await run(given, variables, readModel);
    return 0;
  } catch (error) {
    console.error(sentenceOf(error));
    return 1;
  }
}
