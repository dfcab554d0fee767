// Distributes the tables of an installation over the nodes of a cluster (Citus): by tenant, so that every request of a tenant is answered by one
// node. In steps of one table each, which an interrupted run continues.
import { z } from "zod";
import type { Model } from "#schema/model";
import { APP_ROLE } from "../postgres/app-role.ts";
import { readCatalog } from "./catalog.ts";
import { requireCluster } from "./cluster.ts";
import type { Database, Transaction } from "./database.ts";
import { distributionSettings } from "./distribution.ts";
import { isForeignKeyOfModel, quoted } from "./names.ts";
import { placeTable, plannedPlacements, refuseOtherPlacements, type PlannedPlacement } from "./placements.ts";

/** How the tables of the current schema are to be stored, and whether they are. */
export async function planDistribution(tx: Transaction, model: Model): Promise<readonly PlannedPlacement[]> {
  return plannedPlacements(await readCatalog(tx), model);
}

/** Has the nodes open connections as the role of tenants' requests, which they do in its name. */
async function allowNodesToSignIn(tx: Transaction): Promise<void> {
  const row = await tx.first({ sql: "select rolcanlogin as answer from pg_roles where rolname = $1", parameters: [APP_ROLE] });
  if (row?.["answer"] !== true) await tx.query({ sql: `alter role ${APP_ROLE} login`, parameters: [] });
}

const keyRow = z.object({ table: z.string(), name: z.string() });

/** References are taken off while tables move one by one; the migration makes them again. */
async function dropForeignKeys(tx: Transaction): Promise<void> {
  await tx.query(distributionSettings);
  const { rows } = await tx.query({
    sql: `select c.relname as table, k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
      where c.relnamespace = current_schema()::regnamespace and k.contype = 'f'`,
    parameters: [],
  });
  for (const { table, name } of z.array(keyRow).parse(rows))
    if (isForeignKeyOfModel(name)) await tx.query({ sql: `alter table ${quoted(table)} drop constraint ${quoted(name)}`, parameters: [] });
}

async function countRows(tx: Transaction, table: string): Promise<string> {
  const row = await tx.first({ sql: `select count(*)::text as rows from ${quoted(table)}`, parameters: [] });
  return String(row?.["rows"]);
}

interface DistributionOptions {
  readonly database: Database;
  readonly model: Model;
  /** No further table is begun once it is aborted. */
  readonly signal?: AbortSignal;
  /** Called after each table. */
  readonly onTable?: (placed: PlannedPlacement & { readonly rows: string }) => void;
}

/**
 * Distributes what is not distributed yet, each table with its rows in a transaction of its own. No server may run meanwhile (`withSoleUse`):
 * references between rows are not kept until the next migration has made them again.
 */
export async function distributeTables({ database, model, signal, onTable = () => undefined }: DistributionOptions): Promise<void> {
  // As the owner throughout: tables are changed.
  const missing = await database.owner.transaction(async (tx) => {
    await requireCluster(tx);
    const planned = await planDistribution(tx, model);
    refuseOtherPlacements(planned);
    const toPlace = planned.filter(({ isDone }) => !isDone);
    if (toPlace.length > 0) await allowNodesToSignIn(tx);
    return toPlace;
  });
  if (missing.length > 0) await database.owner.transaction(async (tx) => dropForeignKeys(tx));
  for (const one of missing) {
    const { table, placement } = one;
    // Those that are to be local are: others were refused.
    if (placement === "local") continue;
    signal?.throwIfAborted();
    const rows = await database.owner.transaction(async (tx) => {
      await tx.query(distributionSettings);
      const before = await countRows(tx, table);
      await placeTable(tx, table, placement);
      const after = await countRows(tx, table);
      if (after !== before) throw new Error(`the table ${table} had ${before} rows, and ${after} once it was distributed`);
      return after;
    });
    onTable({ ...one, rows });
  }
}
