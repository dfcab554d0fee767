// A small table under row-level security, and a database handle on a fresh copy of it.
import { onTestFinished } from "vitest";
import type { PostgresConnection } from "../../../src/server/postgres/connection.ts";
import { prepareRoles } from "../../../src/server/postgres/roles.ts";
import { openDatabase, type Database, type DatabaseOptions, type Statement } from "../../../src/server/store/database.ts";
import { CURRENT_TENANT } from "../../../src/server/store/pool-session.ts";
import { freshDatabase, template } from "../../support/postgres.ts";

export const A = { tenantId: "tenant-a", userId: "7" };
export const B = { tenantId: "tenant-b" };

/** A statement with its parameters. */
export function sql(text: string, ...parameters: readonly unknown[]): Statement {
  return { sql: text, parameters };
}

const NOTES = [
  "create table notes (id bigint primary key, tenant_id text not null, text varchar(20) not null, parent bigint references notes, unique (tenant_id, text), check (id > 0))",
  "alter table notes enable row level security",
  `create policy tenant on notes using (tenant_id = ${CURRENT_TENANT})`,
];

/** Roles and the table, made by the user of the connection. */
export async function makeNotes(connection: PostgresConnection): Promise<void> {
  await prepareRoles(connection);
  const database = await openDatabase({ connection });
  await database.owner.transaction(async (transaction) => {
    for (const statement of NOTES) await transaction.query(sql(statement));
    await transaction.query(sql("insert into notes values (1, 'tenant-a', 'first of a'), (2, 'tenant-b', 'first of b')"));
  });
  await database.close();
}

export async function freshNotes(): Promise<PostgresConnection> {
  return freshDatabase(await template("notes", makeNotes));
}

/** A handle that is closed after the test. */
export async function open(options: DatabaseOptions): Promise<Database> {
  const database = await openDatabase({ onBackgroundError: () => undefined, ...options });
  onTestFinished(() => database.close());
  return database;
}

export async function openNotes(options: Partial<DatabaseOptions> = {}): Promise<Database> {
  return open({ connection: await freshNotes(), ...options });
}
