// Whether the PostgreSQL of DATABASE_URL can be reached: asked before anything is built or written, and told as what to correct.
import pg from "pg";
import type { PostgresConnection } from "./connection.ts";
import { PostgresError, reasonOf, systemCode } from "./errors.ts";

const patienceMs = 10_000;

/** Problem and remedy of a failed connection. Never the password. */
function sentenceOf({ host, port, user, database, password }: PostgresConnection, error: unknown): string {
  const place = host.startsWith("/") ? `the socket ${host}/.s.PGSQL.${port}` : `${host}:${port}`;
  const name = pg.escapeIdentifier(database);
  const role = pg.escapeIdentifier(user);
  switch (systemCode(error)) {
    case "28P01":
      return password === ""
        ? `PostgreSQL at ${place} asks for a password of the user "${user}": write it, as in postgres://${user}:password@…`
        : `PostgreSQL at ${place} refuses the password of the user "${user}": correct it (special characters percent-encoded), or set another one in PostgreSQL: ALTER ROLE ${role} PASSWORD '…'`;
    case "28000":
      return `PostgreSQL at ${place} does not let the user "${user}" in from here (${reasonOf(error)}): make the user (CREATE ROLE ${role} LOGIN PASSWORD '…'), or allow it in pg_hba.conf`;
    case "3D000":
      return `PostgreSQL at ${place} has no database "${database}": correct the name, or make it as an administrator: CREATE DATABASE ${name} OWNER ${role}`;
    case "42501":
      return `The user "${user}" may not connect to the database "${database}": GRANT CONNECT ON DATABASE ${name} TO ${role}`;
    case "57P03":
      return `PostgreSQL at ${place} is starting or stopping: try again in a moment`;
    case "53300":
      return `PostgreSQL at ${place} has no connection left: raise max_connections, or end other programs that use it`;
    case "ECONNREFUSED":
    case "ENOENT":
      return `Nobody listens on ${place}: start PostgreSQL there, or correct host and port`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `The host "${host}" is not known: correct its name`;
    case "ETIMEDOUT":
    case "EHOSTUNREACH":
    case "ENETUNREACH":
      return `${place} does not answer: correct host and port, or open the way there (firewall, network)`;
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
    case "SELF_SIGNED_CERT_IN_CHAIN":
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
      return `The certificate of PostgreSQL at ${place} is signed by an unknown authority: name the authority's file with &sslrootcert=…`;
    default:
      break;
  }
  const reason = reasonOf(error);
  if (reason.includes("client password must be"))
    return `PostgreSQL at ${place} asks for a password of the user "${user}": write it, as in postgres://${user}:password@…`;
  if (reason.includes("does not support SSL")) return `PostgreSQL at ${place} does not offer TLS: take sslmode out, or turn TLS on there`;
  if (reason.includes("timeout")) return `${place} does not answer: correct host and port, or open the way there (firewall, network)`;
  return `PostgreSQL at ${place} cannot be used: ${reason}`;
}

/** Connects once. Throws a {@link PostgresError} that names DATABASE_URL and the remedy; returns whether nothing was installed there yet. */
export async function reachDatabase(connection: PostgresConnection): Promise<{ readonly isEmpty: boolean }> {
  const client = new pg.Client({ ...connection, application_name: "tracemark setup", connectionTimeoutMillis: patienceMs });
  client.on("error", () => undefined); // the query under way rejects with the same error
  try {
    await client.connect();
    const { rows } = await client.query<{ is_empty: boolean }>(`select to_regclass('"user"') is null as is_empty`);
    return { isEmpty: rows[0]?.is_empty === true };
  } catch (error) {
    // Several addresses of one name each fail with an error of their own.
    const cause: unknown = error instanceof AggregateError ? error.errors[0] : error;
    throw new PostgresError("postgres.unreachable", `DATABASE_URL: ${sentenceOf(connection, cause)}.`, { cause: error });
  } finally {
    await client.end().catch(() => undefined);
  }
}
