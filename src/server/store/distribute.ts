// Distributes the tables of an installation over the nodes of a cluster (Citus): by tenant, so that every request of a tenant is answered by one
// node. In steps of one table each, which an interrupted run continues.
import { z } from "zod";
import type { Model } from "#schema/model";
import { operatorText } from "../operator-language.ts";
import { APP_ROLE } from "../postgres/app-role.ts";
import { readCatalog, type Catalog } from "./catalog.ts";
import type { Database, Transaction } from "./database.ts";
import { distributionSettings, leadingTable, placementSql, type Placement } from "./distribution.ts";
import { isForeignKeyOfModel, literal, quoted } from "./names.ts";
import { tenantRows, wantedTables } from "./tables.ts";

/** How a table is to be stored, and why. */
export interface PlannedPlacement {
  readonly table: string;
  readonly placement: Placement;
  /** As a sentence. */
  readonly why: string;
  /** It is stored so already. */
  readonly isDone: boolean;
}

/** The database cannot be distributed as it is; nothing was changed. */
export class DistributionRefusedError extends Error {
  override readonly name = "DistributionRefusedError";
  readonly code = "distribution.refused";
}

const reasons = {
  tenant: ["数据行属于租户，同一租户的数据在同一节点上", "its rows belong to tenants, and those of a tenant are on one node"],
  platform: [
    "属于整个平台，租户的数据行引用它，每个节点各有一份",
    "it belongs to the platform, and rows of tenants refer to it: every node has a copy",
  ],
  coordinator: ["在知道租户之前就要查询，或不属于任何租户", "it is asked before the tenant is known, or belongs to none"],
} as const;

/** Tables of the server's own whose rows are told apart without their tenant, or that are asked before it is known. */
const ofCoordinator: ReadonlySet<string> = new Set(["rights_version"]);

function placementOf(name: string, model: Model, { tables }: Catalog): { readonly placement: Placement; readonly why: string } {
  const wanted = wantedTables(model).find((table) => table.name === name);
  const why = (reason: keyof typeof reasons) => operatorText(reasons[reason][0], reasons[reason][1]);
  if (wanted !== undefined)
    return wanted.isOfTenants ? { placement: "distributed", why: why("tenant") } : { placement: "reference", why: why("platform") };
  const isByTenant = tables.get(name)?.primaryKey?.columns.includes("tenant_id") === true && !ofCoordinator.has(name);
  return isByTenant ? { placement: "distributed", why: why("tenant") } : { placement: "local", why: why("coordinator") };
}

/** The tables in the order in which they are distributed: the one beside which all others lie first. */
export async function planDistribution(tx: Transaction, model: Model): Promise<readonly PlannedPlacement[]> {
  const catalog = await readCatalog(tx);
  const planned = [...catalog.tables.values()].map(({ name, placement: existing }) => {
    const { placement, why } = placementOf(name, model, catalog);
    return { table: name, placement, why, isDone: placement === (existing ?? "local") };
  });
  const rank = ({ table, placement }: PlannedPlacement) => (table === leadingTable ? 0 : placement === "reference" ? 1 : 2);
  return planned.toSorted((left, right) => rank(left) - rank(right) || left.table.localeCompare(right.table));
}

const nodeRow = z.object({ name: z.string(), port: z.coerce.number(), is_worker: z.boolean(), is_active: z.boolean() });

/** A node of the cluster. */
interface ClusterNode {
  readonly name: string;
  readonly port: number;
  readonly isWorker: boolean;
  readonly isActive: boolean;
}

/** The nodes of the cluster that the database is the coordinator of; none where it is no cluster's. */
export async function clusterNodes(tx: Transaction): Promise<readonly ClusterNode[]> {
  const there = await tx.first({ sql: "select to_regclass('pg_catalog.pg_dist_node') is not null as answer", parameters: [] });
  if (there?.["answer"] !== true) return [];
  const { rows } = await tx.query({
    sql: "select nodename as name, nodeport as port, shouldhaveshards as is_worker, isactive as is_active from pg_dist_node where noderole = 'primary' order by nodename, nodeport",
    parameters: [],
  });
  return z
    .array(nodeRow)
    .parse(rows)
    .map(({ name, port, is_worker: isWorker, is_active: isActive }) => ({ name, port, isWorker, isActive }));
}

/** Throws where nothing could be distributed. */
async function requireCluster(tx: Transaction): Promise<void> {
  const nodes = await clusterNodes(tx);
  if (nodes.some(({ isWorker, isActive }) => isWorker && isActive)) return;
  throw new DistributionRefusedError(
    operatorText(
      "该数据库不是任何集群的协调节点：请按 docs/scale.md 在每个节点上创建扩展 citus，并以 citus_add_node 加入工作节点，然后重新执行。",
      "This database is no coordinator of a cluster: create the extension citus on every node and add the workers with citus_add_node, as docs/scale.md says, and run this again.",
    ),
  );
}

/** Has the nodes open connections as the role of tenants' requests, which they do in its name. */
async function allowNodesToSignIn(tx: Transaction): Promise<void> {
  const row = await tx.first({ sql: "select rolcanlogin as answer from pg_roles where rolname = $1", parameters: [APP_ROLE] });
  if (row?.["answer"] !== true) await tx.query({ sql: `alter role ${APP_ROLE} login`, parameters: [] });
}

const keyRow = z.object({ table: z.string(), name: z.string() });

/** References are taken off while tables move one by one; the migration makes them again. */
async function dropForeignKeys(tx: Transaction): Promise<void> {
  const { rows } = await tx.query({
    sql: `select c.relname as table, k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
      where c.relnamespace = current_schema()::regnamespace and k.contype = 'f'`,
    parameters: [],
  });
  for (const { table, name } of z.array(keyRow).parse(rows))
    if (isForeignKeyOfModel(name)) await tx.query({ sql: `alter table ${quoted(table)} drop constraint ${quoted(name)}`, parameters: [] });
}

/** Makes the policies of a table those of a distributed one. */
async function changePolicies(tx: Transaction, table: string): Promise<void> {
  const { rows } = await tx.query({
    sql: "select polname as name from pg_policy where polrelid = to_regclass($1)",
    parameters: [quoted(table)],
  });
  for (const row of rows)
    await tx.query({
      sql: `alter policy ${quoted(String(row["name"]))} on ${quoted(table)} using (${tenantRows(true)}) with check (${tenantRows(true)})`,
      parameters: [],
    });
}

async function countRows(tx: Transaction, table: string): Promise<string> {
  const row = await tx.first({ sql: `select count(*)::text as rows from ${quoted(table)}`, parameters: [] });
  return String(row?.["rows"]);
}

interface DistributionOptions {
  readonly database: Database;
  readonly model: Model;
  /** Called after each table. */
  readonly onTable?: (placed: PlannedPlacement & { readonly rows: string }) => void;
}

/**
 * Distributes what is not distributed yet, each table with its rows in a transaction of its own. No server may run meanwhile: references between
 * rows are not kept until the next migration has made them again.
 */
export async function distributeTables({ database, model, onTable = () => undefined }: DistributionOptions): Promise<void> {
  // As the owner throughout: tables are changed.
  const missing = await database.owner.transaction(async (tx) => {
    await requireCluster(tx);
    const planned = (await planDistribution(tx, model)).filter(({ isDone }) => !isDone);
    if (planned.length > 0) await allowNodesToSignIn(tx);
    return planned;
  });
  if (missing.length > 0) await database.owner.transaction(async (tx) => dropForeignKeys(tx));
  for (const one of missing) {
    const { table, placement } = one;
    if (placement === "local") throw new DistributionRefusedError(`the table ${literal(table)} is distributed, and is not to be`);
    const rows = await database.owner.transaction(async (tx) => {
      await tx.query(distributionSettings);
      const before = await countRows(tx, table);
      await changePolicies(tx, table);
      await tx.query({ sql: placementSql(table, placement), parameters: [] });
      const after = await countRows(tx, table);
      if (after !== before) throw new Error(`the table ${table} had ${before} rows, and ${after} once it was distributed`);
      return after;
    });
    onTable({ ...one, rows });
  }
}
