// What an error of PostgreSQL or of the connection to it means, as a value that callers can switch on.
import pg from "pg";

export type SqlProblem =
  /**
   * 23505: a row with this key exists. Only the constraint identifies the key: under row-level security the server does not report its
   * columns.
   */
  | { readonly kind: "unique"; readonly constraint: string | undefined; readonly table: string | undefined }
  /** 23503, 23001: the row that is referred to is missing, or a row is still referred to. `table` is the one that refers. */
  | {
      readonly kind: "foreignKey";
      readonly constraint: string | undefined;
      readonly table: string | undefined;
      readonly side: "missing" | "inUse" | "unknown";
    }
  /** 23502 */
  | { readonly kind: "notNull"; readonly table: string | undefined; readonly column: string | undefined }
  /** 23514, 23P01: a row breaks a rule, or overlaps another. */
  | { readonly kind: "check"; readonly constraint: string | undefined; readonly table: string | undefined }
  /** 22001: longer than its column. */
  | { readonly kind: "tooLong" }
  /** 22P02, 22003, 22007, 22008, 22021, 22P05: text that is not a number, a number out of range, a date that is none, a zero byte … */
  | { readonly kind: "invalidValue"; readonly code: string }
  /** 40001, 40P01: two transactions got in each other's way; 0A000: a table changed under a named statement. The same again will do. */
  | { readonly kind: "conflict"; readonly code: string }
  /** 55P03: another session holds a lock that was requested with NOWAIT. */
  | { readonly kind: "locked" }
  /** 57014: cancelled, or longer than statement_timeout. */
  | { readonly kind: "timeout" }
  /** 42501: not allowed to this role; also a row that row-level security does not let in. */
  | { readonly kind: "forbidden"; readonly table: string | undefined }
  /** Every connection was in use for longer than a request may wait; 53200, 53300: PostgreSQL had no memory or no connection for it. */
  | { readonly kind: "busy" }
  /** 53100: no room is left on the disk of the database. */
  | { readonly kind: "full" }
  /** The server is gone, starting, stopping, or cannot be reached. */
  | { readonly kind: "unavailable"; readonly code: string | undefined }
  /** Any other error that PostgreSQL reports: a fault of ours. */
  | { readonly kind: "other"; readonly code: string };

const INVALID_VALUES = new Set(["22P02", "22003", "22007", "22008", "22021", "22P05", "22023"]);

/** States after which the session is over, or cannot begin (https://www.postgresql.org/docs/18/errcodes-appendix.html). */
const SESSION_OVER = new Set([
  "57P01",
  "57P02",
  "57P03",
  "57P04",
  "57P05", // stopped, crashed, starting, database dropped, idle too long
  "53400", // a limit of its configuration
  "25P03",
  "25P04", // too long in a transaction
]);

/** Other calls fail with the same codes, a missing file for one. */
const SOCKET_CALLS = new Set(["connect", "read", "write", "getaddrinfo"]);
const SOCKET_FAILURES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOENT",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/** The driver's own errors carry no code (node_modules/pg/lib/client.js, node_modules/pg-pool/index.js). */
const DRIVER_FAILURES = [
  "Connection terminated",
  "Client has encountered a connection error and is not queryable",
  "Client was closed and is not queryable",
  "timeout expired",
];
const POOL_EXHAUSTED = "timeout exceeded when trying to connect";

/** What an error means; undefined when it came neither from PostgreSQL nor from the connection to it. */
export function describeSqlError(error: unknown): SqlProblem | undefined {
  if (error instanceof pg.DatabaseError) return describeDatabaseError(error);
  if (!(error instanceof Error)) return undefined;
  if (error.message.startsWith(POOL_EXHAUSTED)) return { kind: "busy" };
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  if (code !== undefined && SOCKET_FAILURES.has(code) && "syscall" in error && SOCKET_CALLS.has(String(error.syscall)))
    return { kind: "unavailable", code };
  if (DRIVER_FAILURES.some((beginning) => error.message.startsWith(beginning))) return { kind: "unavailable", code };
  // A connection that tried several addresses of a host.
  return error instanceof AggregateError && error.errors.length > 0 ? describeSqlError(error.errors[0]) : undefined;
}

interface ErrorNames {
  readonly table: string | undefined;
  readonly constraint: string | undefined;
  readonly column: string | undefined;
}

/**
 * What an error is about. A cluster passes on the message of a node alone: the names stand in it in quotes, and those of
 * tables and constraints end with the number of the table's part.
 */
function namesIn({ code = "", message, table, constraint, column }: pg.DatabaseError): ErrorNames {
  if (table !== undefined || constraint !== undefined) return { table, constraint, column };
  const names = [...message.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name.replace(/_\d{6,}$/, ""));
  switch (code) {
    case "23505":
    case "23P01":
      return { table, constraint: names[0], column };
    case "23503":
    case "23001":
      return { table: names[2] ?? names[0], constraint: names[1], column };
    case "23514":
      return { table: names[0], constraint: names[1], column };
    case "23502":
      return { table: names[1], constraint, column: names[0] };
  }
  return { table, constraint, column };
}

function describeDatabaseError(error: pg.DatabaseError): SqlProblem {
  const { code = "" } = error;
  const { table, constraint, column } = namesIn(error);
  switch (code) {
    case "23505":
      return { kind: "unique", constraint, table };
    case "23503":
    case "23001":
      return { kind: "foreignKey", constraint, table, side: code === "23001" ? "inUse" : foreignKeySide(error) };
    case "23502":
      return { kind: "notNull", table, column };
    case "23514":
    case "23P01":
      return { kind: "check", constraint, table };
    case "22001":
      return { kind: "tooLong" };
    case "40001":
    case "40P01":
      return { kind: "conflict", code };
    case "55P03":
      return { kind: "locked" };
    case "57014":
      return { kind: "timeout" };
    case "53100":
      return { kind: "full" };
    case "53200":
    case "53300":
      return { kind: "busy" };
    case "42501":
      return {
        kind: "forbidden",
        table:
          table ??
          /relation "([^"]+)"|table "?([^"\s]+)"?/
            .exec(error.message)
            ?.slice(1)
            .find((name) => name !== undefined),
      };
  }
  if (isPlanStale(error)) return { kind: "conflict", code };
  if (INVALID_VALUES.has(code)) return { kind: "invalidValue", code };
  if (SESSION_OVER.has(code) || code.startsWith("08")) return { kind: "unavailable", code };
  return { kind: "other", code };
}

/**
 * Only the message distinguishes them (both sides name the same constraint and table), so a server in another language leaves it unknown.
 */
function foreignKeySide(error: pg.DatabaseError): "missing" | "inUse" | "unknown" {
  const text = `${error.message} ${error.detail ?? ""}`;
  if (/is not present in table|^insert or update/.test(text)) return "missing";
  return /still referenced|^update or delete/.test(text) ? "inUse" : "unknown";
}

/** Whether the connection is gone: its statements may be sent again on another one if sending them twice does no harm. */
export function isConnectionLost(error: unknown): boolean {
  return describeSqlError(error)?.kind === "unavailable";
}

/** Whether the server takes no more connections for now. */
export function isFullOfConnections(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "53300";
}

/** Whether a named statement was parsed before its table changed; that connection must not be used for it again. */
export function isPlanStale(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "0A000" && error.routine === "RevalidateCachedQuery";
}

/** An error and what it was wrapped around on its way. */
export function reasonsOf(error: unknown): readonly unknown[] {
  const reasons: unknown[] = [error];
  for (let at = error; at instanceof Error && at.cause !== undefined && reasons.length < 8; at = at.cause) reasons.push(at.cause);
  return reasons;
}

/** Whether the whole transaction may simply be run again; also when the error was wrapped on its way. */
export function isRetryable(error: unknown): boolean {
  return reasonsOf(error).some((one) => describeSqlError(one)?.kind === "conflict");
}

/** A transaction that PostgreSQL rolled back although its work ended well: a failed statement in it was caught and passed over. */
export class TransactionRolledBackError extends Error {
  override readonly name = "TransactionRolledBackError";
  readonly code = "database.transactionRolledBack";

  constructor(cause: unknown) {
    super("The transaction was rolled back: a statement in it had failed, and the error was not passed on.", { cause });
  }
}

/** The connection was lost during COMMIT: it is unknown whether the transaction was committed. */
export class CommitOutcomeUnknownError extends Error {
  override readonly name = "CommitOutcomeUnknownError";
  readonly code = "database.commitOutcomeUnknown";

  constructor(cause: unknown) {
    super("The connection was lost during COMMIT; the transaction may or may not have been kept.", { cause });
  }
}

/** PostgreSQL answers nothing, although its connections are open (heartbeat.ts). */
export class DatabaseSilentError extends Error {
  override readonly name = "DatabaseSilentError";
  readonly code = "database.silent";

  constructor() {
    super("PostgreSQL does not answer.");
  }
}

/** A transaction handle that is used after its end, or a scope without a tenant: a fault in the calling code. */
export class DatabaseUsageError extends Error {
  override readonly name = "DatabaseUsageError";
  readonly code: "database.tenantMissing" | "database.transactionOver" | "database.nested" | "database.closed";

  constructor(code: DatabaseUsageError["code"], message: string) {
    super(message);
    this.code = code;
  }
}
