// How a PostgreSQL is reached, and how that is read from DATABASE_URL.
import { readFileSync } from "node:fs";
import type { ConnectionOptions as TlsOptions } from "node:tls";
import { PostgresError, reasonOf } from "./errors.ts";

export interface PostgresConnection {
  /** A host name, an address, or the directory of a unix socket (starts with "/"). */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** False or absent: no TLS. */
  readonly ssl?: boolean | TlsOptions;
}

const DEFAULT_PORT = 5432;

/** Whether two connections lead to the same database as the same user. */
export function isSameConnection(a: PostgresConnection, b: PostgresConnection): boolean {
  return a.host === b.host && a.port === b.port && a.user === b.user && a.password === b.password && a.database === b.database;
}

/**
 * Reads `postgres://user:password@host:port/database?sslmode=…`.
 *
 * - `sslmode` absent or `disable`: no TLS. `require`, `verify-ca`, `verify-full`: TLS with a verified certificate (`sslrootcert` names the
 *   authority's file). `no-verify`: TLS without verification, which protects against listeners but not against impostors.
 * - `host=/directory` in the query: a unix socket.
 *
 * No message contains the URL, because it contains the password; it names the variable that the URL is from.
 */
export function connectionFromUrl(url: string, variable = "DATABASE_URL"): PostgresConnection {
  const read = readUrl(url);
  if (typeof read !== "string") return read;
  throw new PostgresError(
    "postgres.urlInvalid",
    `${variable} cannot be used: ${read}. It looks like postgres://user:password@host:5432/database.`,
  );
}

/** The connection, or why there is none. */
function readUrl(url: string): PostgresConnection | string {
  try {
    return connectionOf(url);
  } catch (error) {
    if (error instanceof InvalidUrl) return error.message;
    throw error;
  }
}

class InvalidUrl extends Error {
  override readonly name = "InvalidUrl";
}

function connectionOf(url: string): PostgresConnection {
  const parsed = parseUrl(url);
  if (parsed.protocol !== "postgres:" && parsed.protocol !== "postgresql:")
    throw invalid(`it starts with "${parsed.protocol}" instead of "postgres:"`);
  const user = decode(parsed.username, "the user");
  if (user === "") throw invalid("it names no user");
  const database = decode(parsed.pathname.slice(1), "the database");
  const host = parsed.searchParams.get("host") ?? decode(parsed.hostname.replace(/^\[(.*)\]$/, "$1"), "the host");
  const port = parsed.port === "" ? Number(parsed.searchParams.get("port") ?? DEFAULT_PORT) : Number(parsed.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw invalid("its port is not a number from 1 to 65535");
  return {
    host: host === "" ? "localhost" : host,
    port,
    user,
    password: decode(parsed.password, "the password"),
    database: database === "" ? user : database,
    ssl: tlsOf(parsed.searchParams.get("sslmode"), parsed.searchParams.get("sslrootcert")),
  };
}

function parseUrl(url: string): URL {
  // A URL with an empty host is not valid for the URL class, but usual for unix sockets.
  const withHost = url.trim().replace(/^(postgres(?:ql)?:\/\/(?:[^/@?]*@)?)(?=\/|\?|$)/, "$1localhost");
  try {
    return new URL(withHost);
  } catch {
    // The original error is left out on purpose: it carries the URL, and with it the password.
    throw invalid("it is not a URL (special characters of the password must be percent-encoded)");
  }
}

function decode(text: string, what: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid(`${what} is not percent-encoded correctly`);
  }
}

function tlsOf(mode: string | null, rootCertificate: string | null): boolean | TlsOptions {
  switch (mode) {
    case null:
    case "disable":
      return false;
    case "no-verify":
      return { rejectUnauthorized: false };
    case "require":
    case "verify-ca":
    case "verify-full":
      return rootCertificate === null ? true : { ca: readCertificate(rootCertificate) };
    default:
      throw invalid(`sslmode=${mode} is not one of disable, no-verify, require, verify-ca, verify-full`);
  }
}

function readCertificate(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw invalid(`the file of sslrootcert cannot be read: ${reasonOf(error)}`);
  }
}

const invalid = (why: string): InvalidUrl => new InvalidUrl(why);
