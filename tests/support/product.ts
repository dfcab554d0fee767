// The product's model, and database templates of it: its tables, and a whole installation.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Model } from "#schema/model";
import { readConfiguration } from "../../src/server/config.ts";
import type { PostgresConnection } from "../../src/server/postgres/connection.ts";
import { prepareRoles } from "../../src/server/postgres/roles.ts";
import { withData } from "../../src/server/start-server.ts";
import { internalTables } from "../../src/server/auth/tables.ts";
import { distributeTables } from "../../src/server/store/distribute.ts";
import { openDatabase, type Database } from "../../src/server/store/database.ts";
import { migrate } from "../../src/server/store/migrate.ts";
import { isDistributedRun } from "./coordinator-url.ts";
import { template } from "./postgres.ts";
import { productModel } from "./product-model.ts";

export { productModel };

/** The secret that the installation of `installedProduct` stores its secrets with. */
export const installationSecret = "the secret of an installation for tests";

/** Creates the roles and tables of a model in an empty database. */
export async function migrateFrom(connection: PostgresConnection, model: Model): Promise<Database> {
  await prepareRoles(connection);
  const database = await openDatabase({ connection });
  await migrate(database, model);
  if (!isDistributedRun()) return database;
  await database.close();
  await distribute(connection, model);
  return openDatabase({ connection });
}

/** Name of the template with the product's roles and tables, and no rows. */
export function migratedProduct(): Promise<string> {
  return template("migrated product", async (connection) => (await migrateFrom(connection, productModel)).close());
}

/**
 * Name of the template of a first start: tables, access, seed and demonstration tenants, with secrets stored under `installationSecret`.
 */
export function installedProduct(): Promise<string> {
  return template(
    "installed product",
    async (connection) => {
      const data = await mkdtemp(path.join(tmpdir(), "tracemark-installed-"));
      try {
        await withData(
          { configuration: readConfiguration(installationVariables(connection, data)), model: productModel },
          async () => undefined,
        );
        if (isDistributedRun()) await distribute(connection, productModel);
      } finally {
        await rm(data, { recursive: true, force: true });
      }
    },
    migratedProduct,
  );
}

/** As `npm run distribute -- --apply` does it. */
export async function distribute(connection: PostgresConnection, model: Model): Promise<void> {
  const before = await openDatabase({ connection });
  await distributeTables({ database: before, model });
  await before.close();
  const database = await openDatabase({ connection });
  await migrate(database, model, { otherTables: internalTables.map(({ name }) => name) });
  await database.close();
}

/** Variables of src/server/config.ts for a server over a clone of `installedProduct`. */
export function installationVariables(connection: PostgresConnection, data: string): Readonly<Record<string, string>> {
  return { DATABASE_URL: databaseUrl(connection), DATA_DIR: data, PORT: "0", LOG_LEVEL: "warn", TRACEMARK_SECRET: installationSecret };
}

/** DATABASE_URL of a connection over a unix socket or TCP. */
export function databaseUrl({ host, port, user, password, database }: PostgresConnection): string {
  const secret = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  return host.startsWith("/")
    ? `postgres://${secret}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
    : `postgres://${secret}@${host}:${port}/${database}`;
}
