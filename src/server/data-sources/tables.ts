// The tables of a data source, and one table with all that its database knows of it, as the proposal of a definition reads them.
import type { TableDescription } from "../../proposal/description.ts";
import type { DatabaseAddress } from "./address.ts";
import type { TableName } from "./catalog-row.ts";
import type { Connection } from "./connection.ts";
import { mysqlTable, mysqlTables } from "./mysql-catalog.ts";
import { postgresqlTable, postgresqlTables } from "./postgresql-catalog.ts";

/** Finds tables and views by a part of their name or comment, in the order of their names. */
export function listTables(connection: Connection, { schema }: DatabaseAddress, search: string): Promise<readonly TableName[]> {
  const read = { postgresql: postgresqlTables, mysql: mysqlTables }[connection.kind];
  return read(connection, schema, search.trim());
}

/** Describes a table; undefined where there is none of this name. */
export function describeTable(connection: Connection, { schema }: DatabaseAddress, table: string): Promise<TableDescription | undefined> {
  const read = { postgresql: postgresqlTable, mysql: mysqlTable }[connection.kind];
  return read(connection, schema, table);
}
