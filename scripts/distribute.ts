// `npm run distribute`: shows how the tables of an installation would be distributed over the nodes of its cluster, does it, and moves tenants
// between nodes (docs/scale.md).
import { buildModel } from "#schema/model";
import { areas, definitions } from "#generated/registry.ts";
import { readConfiguration } from "#server/config";
import { formatError } from "#server/format-error";
import { connectionFromUrl } from "#server/postgres/connection";
import { prepareRoles } from "#server/postgres/roles";
import { internalTables } from "#server/auth/tables";
import { openDatabase } from "#server/store/database";
import {
  clusterNodes,
  distributeTables,
  DistributionRefusedError,
  planDistribution,
  type PlannedPlacement,
} from "#server/store/distribute";
import { moveTenant, nodeOfTenant, rebalance } from "#server/store/distributed-tenants";
import { migrate } from "#server/store/migrate";
import { commands, parametersOf } from "./commands.ts";

const kinds = { distributed: "by tenant", reference: "on every node", local: "on the coordinator" } as const;

function printPlan(planned: readonly PlannedPlacement[]): void {
  for (const placement of ["distributed", "reference", "local"] as const) {
    const tables = planned.filter((one) => one.placement === placement);
    if (tables.length === 0) continue;
    console.log(`\n${tables.length} tables ${kinds[placement]}: ${tables[0]?.why ?? ""}`);
    console.log(tables.map(({ table, isDone }) => `  ${isDone ? "✓" : " "} ${table}`).join("\n"));
  }
  const missing = planned.filter(({ isDone }) => !isDone).length;
  console.log(
    missing === 0
      ? "\nAll of them are stored so."
      : `\n${missing} tables are not stored so yet. With --apply, and no server running, they are.`,
  );
}

async function main(): Promise<void> {
  const { values } = parametersOf(commands.distribute);
  const { databaseUrl } = readConfiguration(process.env);
  if (databaseUrl === undefined)
    throw new DistributionRefusedError(
      "The bundled PostgreSQL is one machine. Set DATABASE_URL to the coordinator of a cluster (docs/scale.md).",
    );
  const connection = connectionFromUrl(databaseUrl);
  const model = buildModel(definitions, areas);
  await prepareRoles(connection);
  const within = async (work: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<void>): Promise<void> => {
    const database = await openDatabase({ connection });
    try {
      await work(database);
    } finally {
      await database.close();
    }
  };
  await within(async (database) => {
    const { owner } = database;
    if (values.tenant !== undefined) {
      if (values.to === undefined) return console.log(`${values.tenant}  ${await nodeOfTenant(database, values.tenant)}`);
      await moveTenant(database, values.tenant, values.to);
      return console.log(`${values.tenant}  ${await nodeOfTenant(database, values.tenant)}`);
    }
    if (values.rebalance === true) {
      await rebalance(database, (text) => console.log(text));
      return;
    }
    for (const { name, port, isWorker, isActive } of await owner.transaction(clusterNodes))
      console.log(`node ${name}:${port}${isWorker ? "" : ", coordinator"}${isActive ? "" : ", not active"}`);
    if (values.apply !== true) return printPlan(await owner.transaction((tx) => planDistribution(tx, model)));
    await distributeTables({
      database,
      model,
      onTable: ({ table, placement, rows }) => console.log(`${table}  ${kinds[placement]}, ${rows} rows`),
    });
  });
  if (values.apply !== true) return;
  // Opened anew: it is a distributed one from now on. The migration makes the references between rows again, and with them proves that they hold.
  await within(async (database) => {
    const { applied } = await migrate(database, model, { otherTables: internalTables.map((table) => table.name) });
    console.log(`${applied.length} references and keys made`);
    const planned = await database.owner.transaction((tx) => planDistribution(tx, model));
    const missing = planned.filter(({ isDone }) => !isDone);
    if (missing.length > 0) throw new Error(`not distributed: ${missing.map(({ table }) => table).join(", ")}`);
    console.log(`${planned.length} tables are stored as planned`);
  });
}

main().catch((error: unknown) => {
  console.error(formatError(error));
  process.exitCode = 1;
});
