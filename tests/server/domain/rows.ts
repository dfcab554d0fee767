// Rows of the demonstration tenant for tests of the areas: found by what people know them by, and looked at past the interface.
import { recordsIn } from "../../support/samples.ts";
import type { Client, TestServer } from "../../support/server.ts";

/** The id of the one row that a list finds. */
export async function idOf(client: Client, path: string, query: Readonly<Record<string, string>>): Promise<string> {
  const rows = recordsIn(await client.get(`${path}/list`, query));
  if (rows.length !== 1) throw new Error(`${path} ${JSON.stringify(query)} found ${rows.length} rows`);
  return String(rows[0]?.["id"]);
}

/** Rows of a statement, past row-level security. */
export async function rowsOf(
  server: TestServer,
  sql: string,
  parameters: readonly unknown[] = [],
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const [found] = await server.database.owner.read([{ sql, parameters }]);
  return found?.rows ?? [];
}

/** Runs a statement past row-level security, for what only other parts of the product write. */
export async function write(server: TestServer, sql: string, parameters: readonly unknown[] = []): Promise<void> {
  await server.database.owner.transaction((tx) => tx.query({ sql, parameters }));
}
