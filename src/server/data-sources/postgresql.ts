// A session of PostgreSQL (the package `pg`, which the server uses for its own tables as well).
import pg from "pg";
import type { Connection, DriverOptions } from "./connection.ts";

/** Opens a read-only session; statements that take longer than allowed are ended by the server. */
export async function openPostgresql({ address, ip, user, password, connectMs, statementMs }: DriverOptions): Promise<Connection> {
  const { encryption } = address;
  const client = new pg.Client({
    host: ip,
    port: address.port,
    database: address.database,
    user,
    password,
    connectionTimeoutMillis: connectMs,
    // Where the server does not end it.
    query_timeout: statementMs + connectMs,
    statement_timeout: statementMs,
    application_name: "tracemark",
    ssl: encryption === "none" ? false : { servername: address.host, rejectUnauthorized: encryption === "verified" },
    options: "-c default_transaction_read_only=on",
  });
  // A connection that breaks while nothing is asked; what is asked next fails with it.
  client.on("error", () => undefined);
  await client.connect();
  const { rows } = await client.query<{ readonly version: string }>("select current_setting('server_version') as version");
  return {
    kind: "postgresql",
    server: `PostgreSQL ${rows[0]?.version.split(" ")[0] ?? ""}`.trim(),
    rows: async (statement, parameters) => (await client.query<Record<string, unknown>>(statement, [...parameters])).rows,
    close: () => client.end(),
  };
}
