// What every connection of a pool is set to before its first statement: role, planner, time zone, limits, and how values are read.
import pg from "pg";
import { APP_ROLE } from "../postgres/app-role.ts";

/** Holds the tenant for the time of one transaction. */
export const TENANT_SETTING = "app.tenant_id";
/**
 * The tenant for a policy (`tenantRows`, tables.ts). Null, and so no row, when none is set; after a first transaction on the
 * same connection an unset one reads as empty text, hence nullif.
 */
export const CURRENT_TENANT = `nullif(current_setting('${TENANT_SETTING}', true), '')`;

/** Settings of one session, by name. */
export type SessionSettings = Readonly<Record<string, string>>;

const COMMON: SessionSettings = {
  // A generic plan for a list with many optional filters is a bad one (measured: 0.36 of the throughput).
  plan_cache_mode: "force_custom_plan",
  // Dates and times are read as the text that the server writes; an external PostgreSQL may be configured to write them otherwise.
  datestyle: "ISO,MDY",
  timezone: "UTC",
  client_encoding: "UTF8",
  // Statements that are sent together are one transaction of PostgreSQL's own, which here reads from one snapshot and cannot write: a read
  // needs neither BEGIN nor COMMIT. Whatever writes begins a transaction that says so.
  default_transaction_isolation: "repeatable read",
  default_transaction_read_only: "on",
};

/**
 * Indexes are taken to lie in memory, or on a disk without arms: a search is then counted in an index that has what it compares, which takes
 * half as long as in the table (measured on 100,000 rows), and a job finds the rows of each part by their index.
 */
const INDEXES_ARE_NEAR: SessionSettings = { random_page_cost: "1.1" };

/** Of a distributed database. */
const FOR_NODES: SessionSettings = {
  // Its nodes set what a transaction sets: the tenant for their policies.
  "citus.propagate_set_commands": "local",
  // What concerns several tenants asks one node after the other. At once, over several connections, the rest of the transaction could not write
  // to what every node has a copy of.
  "citus.multi_shard_modify_mode": "sequential",
};

/** For requests of tenants. The limits end a hanging session, so that it does not keep its locks. */
export function tenantSession(statementTimeoutMs: number, isDistributed: boolean): SessionSettings {
  return {
    ...COMMON,
    ...(isDistributed ? FOR_NODES : {}),
    ...INDEXES_ARE_NEAR,
    role: APP_ROLE,
    statement_timeout: String(statementTimeoutMs),
    idle_in_transaction_session_timeout: "120000",
  };
}

/**
 * For the owner of the tables, and for sign-in and sessions; without limits, because a change of the schema or rows in bulk may take minutes.
 * What is looked up with every request is found by keys, and PostgreSQL looks up each reference of a new row by a statement of its own: making
 * their plans anew takes longer than running them. What has no name is planned for its parameters in any case.
 */
export const OWNER_SESSION: SessionSettings = { ...COMMON, plan_cache_mode: "auto" };

/** As `OWNER_SESSION`, for transactions. */
export const ownerSession = (isDistributed: boolean): SessionSettings =>
  isDistributed ? { ...OWNER_SESSION, ...FOR_NODES } : OWNER_SESSION;

/** For long reads of the owner: they have the filters of a list. */
export const LONG_READ_SESSION: SessionSettings = COMMON;

/** As the `options` of a connection's first message: in force before any statement, at no cost per request. */
export function startupOptions(settings: SessionSettings): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value.replaceAll(/[\\ ]/g, String.raw`\$&`)}`)
    .join(" ");
}

const { INT8, NUMERIC, DATE, TIMESTAMP, TIMESTAMPTZ, INTERVAL, TEXT } = pg.types.builtins;
const AS_TEXT: ReadonlySet<number> = new Set([INT8, NUMERIC, DATE, TIMESTAMP, TIMESTAMPTZ, INTERVAL]);
/** Arrays of the same types: bigint[], numeric[], date[], timestamp[], timestamptz[], interval[]. */
const AS_TEXT_ARRAY: ReadonlySet<number> = new Set([1016, 1231, 1182, 1115, 1185, 1187]);
const TEXT_ARRAY: number = 1009;

/**
 * How values arrive: 64-bit and decimal numbers, dates and times as the text that PostgreSQL writes, because JavaScript's number and Date
 * would change them; jsonb parsed; the rest as the driver does.
 */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: "text" | "binary") => {
    if (format !== "binary" && AS_TEXT.has(type)) return pg.types.getTypeParser(TEXT, "text");
    if (format !== "binary" && AS_TEXT_ARRAY.has(type)) return pg.types.getTypeParser(TEXT_ARRAY, "text");
    return pg.types.getTypeParser(type, format);
  },
};
