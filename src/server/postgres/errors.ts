// Reasons why PostgreSQL cannot be started or reached, each with a stable code and a message with a remedy.

type PostgresErrorCode =
  /** No binaries are published for this operating system and processor. */
  | "postgres.platformUnsupported"
  /** The binaries need a C library that is not here (Alpine and other musl systems). */
  | "postgres.libraryMissing"
  /** The npm package with the binaries is not installed. */
  | "postgres.binariesMissing"
  /** The binaries exist but do not run. */
  | "postgres.binariesBroken"
  /** This process runs under a user id that has no passwd entry. */
  | "postgres.userUnnamed"
  /** Root must run PostgreSQL as another user, and there is none and none can be made. */
  | "postgres.systemUserMissing"
  /** Root may not change to the system user (a container without that right). */
  | "postgres.systemUserRefused"
  /** The data cannot be reached, read or written by the user that runs PostgreSQL. */
  | "postgres.directoryUnusable"
  /** The data was written by another major version. */
  | "postgres.versionMismatch"
  /** A PostgreSQL of one's own is older than those that the server runs on. */
  | "postgres.versionUnsupported"
  /** initdb failed. */
  | "postgres.initialisationFailed"
  /** The server did not come up. */
  | "postgres.startFailed"
  /** A left-over server could not be proven to be ours, or did not stop. */
  | "postgres.leftoverRunning"
  /** Another process has been starting the same data directory for too long. */
  | "postgres.startLocked"
  /** DATABASE_URL cannot be understood. */
  | "postgres.urlInvalid"
  /** The database of DATABASE_URL cannot be reached, or does not let us in. */
  | "postgres.unreachable"
  /** The application's role cannot be made, or is not safe. */
  | "postgres.roleUnusable"
  /** The schema to create tables in is missing or not writable. */
  | "postgres.schemaUnusable"
  /** The tables belong to another database user. */
  | "postgres.tablesNotOwned";

/** An error of the start of PostgreSQL; its message is for the person who runs the server. */
export class PostgresError extends Error {
  override readonly name = "PostgresError";
  readonly code: PostgresErrorCode;

  constructor(code: PostgresErrorCode, message: string, options?: ErrorOptions) {
    super(`${message} [${code}]`, options);
    this.code = code;
  }
}

/** The remedy that always works: an external PostgreSQL. */
export const USE_DATABASE_URL = "Set DATABASE_URL to a PostgreSQL of your own, for example postgres://user:password@host:5432/tracemark.";

/** The operating system's code of an error (ENOENT, EACCES …), or undefined. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** A sentence for an error of any kind. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
