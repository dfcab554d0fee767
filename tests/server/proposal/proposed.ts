// The thirty tables in a PostgreSQL of the tests, and the definitions that are proposed from them together.
import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { areas, definitions } from "#generated/registry.ts";
import { buildModel } from "#schema/model";
import { addressIn, isAddress } from "../../../src/server/data-sources/address.ts";
import { createDataSources } from "../../../src/server/data-sources/connection.ts";
import { describeTable, listTables } from "../../../src/server/data-sources/tables.ts";
import type { TableDescription } from "../../../src/proposal/description.ts";
import { existingResources } from "../../../src/proposal/existing-resources.ts";
import { nameOfTable, propose, type Proposed } from "../../../src/proposal/propose.ts";
import { freshDatabase, overTcp } from "../../support/postgres.ts";

/** Reads the tables as a data source. */
export async function tablesOf(): Promise<readonly TableDescription[]> {
  const connection = await freshDatabase();
  const { user, password, database } = connection;
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(readFileSync(path.join(import.meta.dirname, "tables.sql"), "utf8"));
  await client.end();
  const { host, port } = await overTcp(connection);
  const address = addressIn(`jdbc:postgresql://${host}:${port}/${database}`);
  if (!isAddress(address)) throw new Error(address[1]);
  return createDataSources([host])(address, { user, password }, async (session) => {
    const tables: TableDescription[] = [];
    for (const { name } of await listTables(session, address, "")) {
      // Databases of a cluster have views of the engine beside those of people.
      const table = name.startsWith("citus_") ? undefined : await describeTable(session, address, name);
      if (table !== undefined) tables.push(table);
    }
    return tables;
  });
}

const productResources = existingResources(buildModel(definitions, areas));

/** Proposals for tables that become definitions together, in the area that a new module would have. */
export function proposedFrom(tables: readonly TableDescription[], area = "business"): readonly Proposed[] {
  const together = new Map<string, string>();
  for (const { name } of tables) together.set(name, nameOfTable(name, { resources: productResources }, new Set(together.values())));
  return tables.map((table) => propose(table, { resources: productResources, together, area }));
}
