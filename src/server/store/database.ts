// The database for the rest of the server: every statement under a tenant's row-level security, or, where explicit, as the owner of the
// tables.
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { PostgresConnection } from "../postgres/connection.ts";
import { PostgresError, reasonOf } from "../postgres/errors.ts";
import { startHeartbeat } from "./heartbeat.ts";
import { clientConfig, ConnectionPools, type PoolPlan } from "./pool.ts";
import { distributesTables } from "./distribution.ts";
import type { WriteFollower } from "./follow-writes.ts";
import { createAnnouncements, type Announcements } from "./announcements.ts";
import { listen, type Listener, type OnNotification } from "./pool-listen.ts";
import { APP_ROLE } from "../postgres/app-role.ts";
import { readLong, type LongRead } from "./long-read.ts";
import { Replica, type MayBeLate, type ReplicaOptions, type ReplicaState } from "./replica.ts";
import { openingOf } from "./openings.ts";
import { LONG_READ_SESSION, ownerSession, tenantSession, type SessionSettings } from "./pool-session.ts";
import { isClean, runInside, runTogether, type BulkTransaction, type Transaction } from "./pool-transaction.ts";
import type { Rows, Statement } from "./pipeline.ts";
import type { TraceStatements } from "./trace-statements.ts";
import {
  DatabaseSilentError,
  DatabaseUsageError,
  describeSqlError,
  isConnectionLost,
  isPlanStale,
  isRetryable,
  type SqlProblem,
} from "./sql-errors.ts";

export type { LongRead } from "./long-read.ts";
export { mayBeLate, type MayBeLate, type ReplicaOptions, type ReplicaProblem, type ReplicaState } from "./replica.ts";
export type { Listener } from "./pool-listen.ts";
export type { Transaction } from "./pool-transaction.ts";
export type { Row, Rows, Statement } from "./pipeline.ts";

/** The tenant of statements: row-level security limits them to this tenant's rows. */
export interface Scope {
  readonly tenantId: string;
  readonly userId?: string;
}

/**
 * "kept": each statement with a name is planned once for each connection and not for its values, and finds rows by an index however few
 * there are yet. For what runs with every request, by keys that are always given: making the plan of a large statement takes longer than
 * running it. Not for lists with optional filters. A distributed database chooses the node by the values: there it is "compared".
 *
 * "compared": a plan is kept where PostgreSQL expects it to cost no more than one for the values, and the making of that.
 */
export type Plans = "kept" | "compared";

export interface Database {
  /**
   * The read path: the statements in one pipelined round trip, in one read-only transaction, so that a page and its count agree.
   * Rejects with the first error. Sent again when the connection was lost, because reading twice does no harm. One that may be late goes to
   * the replica, if there is one that follows closely.
   */
  read(scope: Scope, statements: readonly Statement[], how?: Plans | MayBeLate): Promise<readonly Rows[]>;
  /**
   * A transaction under the tenant's row-level security: commits when `work` resolves, rolls back when it throws. When two transactions got
   * in each other's way (40001, 40P01) `work` runs again, up to three times: it must have no effects outside the database. Inside `work`
   * the database refuses every further call, reads included: each would take a second connection, and enough of those at once wait for each
   * other. What `work` needs to know is read through its transaction, or before it. The transaction is opened with the first statements of
   * `work`, in their round trip.
   */
  transaction<T>(scope: Scope, work: (transaction: Transaction) => Promise<T>, plans?: Plans): Promise<T>;
  /**
   * A read that may take minutes, on one of a few connections of its own, in one read-only transaction: under the tenant's row-level security,
   * or, as the owner, for all tenants. Its caller bounds how many there are at once. The connection is closed where the work fails, which ends
   * what PostgreSQL does for it. Where it may be late the work begins again on the primary if the replica fails meanwhile.
   */
  longRead<T>(scope: Scope | "all tenants", work: (reading: LongRead) => Promise<T>, how?: MayBeLate): Promise<T>;
  /**
   * As the owner of the tables, past row-level security: changes of the schema, writes of the platform, background jobs. State why at every
   * use.
   */
  readonly owner: OwnerDatabase;
  /**
   * For sign-in, sessions and the rights of every request: on separate connections, so that no amount of other work blocks authentication.
   */
  readonly authentication: AuthenticationDatabase;
  /**
   * Tells all processes a message of one line on a channel (`owner.listen`), gathered with others for a twentieth of a second. A message that
   * cannot be sent is lost, as is one of a process that is killed: whoever must not miss any looks for itself now and then.
   */
  tell(channel: string, message: string): void;
  /** Has statements follow from the writes of all transactions from now on; a follower takes the place of the one that had its name. */
  followWrites(name: string, follower: WriteFollower): void;
  /** Whether PostgreSQL answers, and how busy the pools are. */
  health(): Promise<DatabaseHealth>;
  /** Tables are distributed over the nodes of a cluster by tenant (docs/scale.md); as it was when the database was opened. */
  readonly isDistributed: boolean;
  /** Whether there is a replica for reads that may be late. */
  readonly hasReplica: boolean;
  /** Ends all connections, each when its work is done. */
  close(): Promise<void>;
}

interface OwnerDatabase {
  /** Like `Database.read`, for all tenants. */
  read(statements: readonly Statement[]): Promise<readonly Rows[]>;
  /** Like `Database.transaction`, for all tenants. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /**
   * Like `transaction`, on one of a few connections reserved for long work, and able to COPY rows in. PostgreSQL refuses COPY into a table
   * under row-level security, so nothing checks the rows' tenant here: write it into each row from the scope of the request.
   */
  bulk<T>(work: (transaction: BulkTransaction) => Promise<T>): Promise<T>;
  /** Calls back at every NOTIFY on the channel, until closed or the database is. Needs a connection without a pooler in between. */
  listen(channel: string, onNotification: OnNotification): Promise<Listener>;
}

interface AuthenticationDatabase {
  /** Like `Database.read`: under the row-level security of a tenant, or, as the owner, for all tenants while it is not known who calls. */
  read(scope: Scope | "all tenants", statements: readonly Statement[]): Promise<readonly Rows[]>;
  /** Like `OwnerDatabase.transaction`. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
}

export interface PoolCounts {
  readonly open: number;
  readonly idle: number;
  /** Requests that wait for a connection. */
  readonly waiting: number;
}

export interface DatabaseHealth {
  readonly ok: boolean;
  /** How long the answer took. */
  readonly milliseconds: number;
  readonly tenants: PoolCounts;
  readonly owner: PoolCounts;
  /** Absent where there is none. */
  readonly replica?: ReplicaState;
  /** Why it is not well. */
  readonly problem?: SqlProblem | { readonly kind: "unknown"; readonly reason: string };
}

export interface DatabaseOptions {
  /** As the owner of the tables, for whom `prepareRoles` has run. */
  readonly connection: PostgresConnection;
  /** Connections for tenants' requests. Default 10. */
  readonly poolSize?: number;
  /** Connections for the owner. Default 4. */
  readonly ownerPoolSize?: number;
  /** Connections for authentication. Default 4. */
  readonly authenticationPoolSize?: number;
  /** A statement of a tenant's request that runs longer is cancelled. Default 60,000. */
  readonly statementTimeoutMs?: number;
  /**
   * Makes sure that the server runs, and returns its current connection (`supervisePostgres` implements it). Absent: a lost server is only
   * reported.
   */
  readonly onConnectionLost?: () => Promise<PostgresConnection>;
  /**
   * Refuses work inside a transaction that takes a second connection, and could wait for ever for one. A server in use does without: to
   * follow what belongs to which transaction costs a tenth of the processor time of an edit (Node 20). Default: true.
   */
  readonly refusesNesting?: boolean;
  /** Asks every second whether the server answers, on a further connection, and refuses requests at once while it does not. Default: false. */
  readonly hasHeartbeat?: boolean;
  /** A streaming replica for reads that may be late; not of a distributed database. */
  readonly replica?: ReplicaOptions | undefined;
  /** Traces the statements of requests and jobs. Absent: nothing is traced, and nothing spent on it. */
  readonly trace?: TraceStatements | undefined;
  /** Called with errors that no caller waits for, such as an idle connection that broke. Default: a process warning. */
  readonly onBackgroundError?: (error: unknown) => void;
}

type Purpose = "tenants" | "bulk" | "long" | "owner" | "authentication";

/**
 * "compared", and for the time of a transaction: PostgreSQL looks up each reference of a new row by a statement of its own, whose plan is kept where it
 * costs no more than one for the values: making it anew for every row takes several times as long as storing the row.
 */
const COMPARED_PLANS: SessionSettings = { plan_cache_mode: "auto" };
/** A plan that was made while a table was empty is still right when it has millions of rows: from row to row, each by an index. */
const KEPT_PLANS: SessionSettings = {
  plan_cache_mode: "force_generic_plan",
  enable_seqscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
  enable_material: "off",
};
const SETTINGS_OF_PLANS: Readonly<Record<Plans, SessionSettings>> = { kept: KEPT_PLANS, compared: COMPARED_PLANS };
const BEGIN: Statement = { sql: "begin isolation level read committed read write", parameters: [], name: "tracemark_begin" };
// One snapshot for all statements of a read; no statement of it can write.
const BEGIN_READ: Statement = {
  sql: "begin isolation level repeatable read read only",
  parameters: [],
  name: "tracemark_begin_read",
};
/** Each keeps a core of PostgreSQL busy; more would only take it from the others. */
const BULK_POOL_SIZE = 2;
/** Reads for one export each; whoever starts more waits for a place before asking for a connection. */
export const LONG_READS = 3;
/** A read ends that has run for so long: nobody waits for a file for an hour. */
const LONG_READ_TIMEOUT_MS = 3_600_000;
/** Its rows are put in order in memory where they fit, and the names that they refer to are remembered. */
const LONG_READ: SessionSettings = {
  statement_timeout: String(LONG_READ_TIMEOUT_MS),
  idle_in_transaction_session_timeout: "600000",
  work_mem: "32MB",
};
/** A person waits for it: who gets no connection is told so within five seconds, of which some are for whatever else the request needs. */
const REQUEST_PATIENCE_MS = 4_000;
/** A health check must not wait for a server that is being restarted. */
const HEALTH_TIMEOUT_MS = 1_500;
const CONFLICT_RETRIES = 3;
/** A connection from the pool may have died unnoticed, and so may the next. */
const LOST_RETRIES = 3;

/**
 * Opens the database. `prepareRoles` must have run on it before.
 *
 * ```ts
 * await prepareRoles(connection);
 * const database = await openDatabase({ connection });
 * const [orders] = await database.read({ tenantId: "000000" }, [sql.selectFrom("orders").selectAll().compile()]);
 * ```
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const isDistributed = await distributesTables(options.connection);
  const tenants = tenantSession(options.statementTimeoutMs ?? 60_000, isDistributed);
  const owners = ownerSession(isDistributed);
  const setsSessionAtStart = await canSetSessionAtStart(options.connection, tenants);
  const onBackgroundError = options.onBackgroundError ?? warn;
  const plan = (size: number, session: SessionSettings, pipelined: boolean): PoolPlan => ({ size, session, setsSessionAtStart, pipelined });
  const pools = new ConnectionPools<Purpose>(
    options.connection,
    {
      tenants: { ...plan(options.poolSize ?? 10, tenants, true), patienceMs: REQUEST_PATIENCE_MS },
      bulk: plan(BULK_POOL_SIZE, owners, false),
      long: plan(LONG_READS, LONG_READ_SESSION, false),
      owner: plan(options.ownerPoolSize ?? 4, owners, true),
      authentication: { ...plan(options.authenticationPoolSize ?? 4, owners, true), patienceMs: REQUEST_PATIENCE_MS },
    },
    { onConnectionLost: options.onConnectionLost, onBackgroundError, trace: options.trace },
  );

  const kind = { isDistributed, mayBeNamed: setsSessionAtStart };
  // Where the session could not be set when it began, each transaction sets it for itself, in the same round trip.
  const unset = (session: SessionSettings): SessionSettings => (setsSessionAtStart ? {} : session);
  const settingsOf = (plans: Plans | undefined): SessionSettings =>
    plans === undefined ? {} : plans === "kept" && isDistributed ? COMPARED_PLANS : SETTINGS_OF_PLANS[plans];
  const tenantOpening = (scope: Scope, plans?: Plans): readonly Statement[] =>
    openingOf({ ...unset(tenants), ...settingsOf(plans) }, scope.tenantId, kind);
  const ownerOpening = openingOf(unset(owners), undefined, kind);
  // Connections for authentication are the owner's; under a tenant's row-level security they go for the time of one transaction.
  const openingAs = (scope: Scope): readonly Statement[] => openingOf(tenants, scope.tenantId, kind);
  const longOpeningOf = (scope: Scope | "all tenants", isSet: boolean): readonly Statement[] => {
    const [session, tenantId] = scope === "all tenants" ? [isSet ? {} : LONG_READ_SESSION, undefined] : [tenants, scope.tenantId];
    return [BEGIN_READ, ...openingOf({ ...session, ...LONG_READ }, tenantId, { isDistributed, mayBeNamed: isSet })];
  };
  const listeners: Listener[] = [];
  const replica =
    options.replica === undefined || isDistributed
      ? undefined
      : new Replica(options.replica, {
          sizes: { tenants: options.poolSize ?? 10, long: LONG_READS },
          patienceMs: REQUEST_PATIENCE_MS,
          trace: options.trace,
        });
  const heartbeat =
    options.hasHeartbeat === true || replica !== undefined
      ? startHeartbeat(pools, { beatMs: options.replica?.beatMs, onBackgroundError, question: replica?.questionForPrimary })
      : undefined;
  const read = (purpose: Purpose, opening: readonly Statement[], statements: readonly Statement[]): Promise<readonly Rows[]> => {
    // PostgreSQL's own transaction of what is sent together is as a read needs it where the session is; SET LOCAL needs one that was begun.
    const begin = opening.length > 0 && (isDistributed || !setsSessionAtStart) ? BEGIN_READ : undefined;
    return whileLost(pools, async () => onConnection(pools, purpose, (client) => runTogether(client, { begin, opening }, statements)));
  };
  const announcements = createAnnouncements((statements) => read("owner", ownerOpening, statements), onBackgroundError);
  const within = options.refusesNesting === false ? plainly : inside;
  const followers = new Map<string, WriteFollower>();
  const transact = <T>(
    purpose: Purpose,
    opening: readonly Statement[],
    work: (transaction: BulkTransaction) => Promise<T>,
    tenantId?: string,
  ): Promise<T> =>
    withRetries(pools, purpose, { opening, tenantId, followers: [...followers.values()], tell: announcements.tell }, (transaction) =>
      within(() => work(transaction)),
    );

  return {
    isDistributed,
    hasReplica: replica !== undefined,
    read: async (scope, statements, how) => {
      if (typeof how !== "object") return read("tenants", tenantOpening(scope, how), statements);
      const fromPrimary = (): Promise<readonly Rows[]> => read("tenants", tenantOpening(scope), statements);
      if (replica === undefined) return fromPrimary();
      const reading = { begin: BEGIN_READ, opening: openingOf(tenants, scope.tenantId, { isDistributed, mayBeNamed: false }) };
      return replica.read(how, (from) => onConnection(from, "tenants", (client) => runTogether(client, reading, statements)), fromPrimary);
    },
    transaction: async (scope, work, plans = "compared") => transact("tenants", tenantOpening(scope, plans), work, scope.tenantId),
    longRead: async (scope, work, how) => {
      const from = <P extends string>(source: ConnectionPools<P>, purpose: P, isSet: boolean) =>
        onConnection(source, purpose, (client) => within(() => readLong(client, longOpeningOf(scope, isSet), work)));
      const fromPrimary = () => from(pools, "long", setsSessionAtStart);
      if (replica === undefined || how === undefined) return fromPrimary();
      return replica.read(how, (source) => from(source, "long", false), fromPrimary);
    },
    owner: {
      read: (statements) => read("owner", ownerOpening, statements),
      transaction: (work) => transact("owner", ownerOpening, work),
      bulk: (work) => transact("bulk", ownerOpening, work),
      listen: async (channel, onNotification) => {
        const listener = await listen(pools, channel, onNotification, onBackgroundError);
        listeners.push(listener);
        return listener;
      },
    },
    authentication: {
      read: async (scope, statements) => read("authentication", scope === "all tenants" ? ownerOpening : openingAs(scope), statements),
      transaction: (work) => transact("authentication", ownerOpening, work),
    },
    tell: announcements.tell,
    followWrites: (name, follower) => void followers.set(name, follower),
    health: async () => {
      const health = await measureHealth(pools, async () => {
        if (heartbeat === undefined)
          return void (await read("tenants", openingOf(unset(tenants), undefined, kind), [{ sql: "select 1", parameters: [] }]));
        const answer = await heartbeat.answers(HEALTH_TIMEOUT_MS);
        if (!answer.ok) throw answer.reason === undefined ? new DatabaseSilentError() : new Error(answer.reason);
      });
      return replica === undefined ? health : { ...health, replica: replica.state() };
    },
    close: async () => {
      await announcements.close();
      await heartbeat?.close();
      await replica?.close();
      await Promise.all(listeners.map((listener) => listener.close()));
      await pools.close();
    },
  };
}

function warn(error: unknown): void {
  process.emitWarning(`database connection: ${reasonOf(error)}`, { code: "TRACEMARK_DATABASE" });
}

/** The open transaction of the running code, where it is followed. */
const openTransaction = new AsyncLocalStorage<{ isOpen: boolean }>();

/**
 * Whether the running code is part of an open transaction: the place for short work only, because others wait for the rows it has locked.
 */
export function isInTransaction(): boolean {
  return openTransaction.getStore()?.isOpen === true;
}

/** Throws inside a transaction: work that takes a separate connection does not belong there. */
export function requireNoTransaction(): void {
  if (!isInTransaction()) return;
  throw new DatabaseUsageError(
    "database.nested",
    "This call takes a second connection while its transaction holds one. Use the transaction, or do it before the transaction.",
  );
}

/**
 * Runs work outside of the open transaction, on separate connections. Only where so few do it at once that they never wait for each other:
 * under a lock on the whole schema, or in a test that observes from outside.
 */
export function outsideTransaction<T>(work: () => Promise<T>): Promise<T> {
  return openTransaction.exit(work);
}

/** How a transaction begins, and what follows from its writes. */
interface TransactionOpening {
  readonly opening: readonly Statement[];
  readonly followers: readonly WriteFollower[];
  readonly tenantId: string | undefined;
  readonly tell: Announcements["tell"];
}

async function withRetries<T>(
  pools: ConnectionPools<Purpose>,
  purpose: Purpose,
  opening: TransactionOpening,
  work: (transaction: BulkTransaction) => Promise<T>,
): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await transactOnce(pools, purpose, opening, work);
    } catch (error) {
      if (retries === CONFLICT_RETRIES || !isRetryable(error)) throw error;
      // Not at the same time as the transaction that it conflicted with.
      await delay(Math.random() * 20 * 2 ** retries);
    }
  }
}

/** Only where the opening fails, because the connection turns out to be dead, is it tried on another one: after it, work has begun. */
async function transactOnce<T>(
  pools: ConnectionPools<Purpose>,
  purpose: Purpose,
  { opening, ...others }: TransactionOpening,
  work: (transaction: BulkTransaction) => Promise<T>,
): Promise<T> {
  const progress = { hasStarted: false };
  return whileLost(
    pools,
    () => onConnection(pools, purpose, (client) => runInside(client, { ...others, opening: [BEGIN, ...opening], progress }, work)),
    () => !progress.hasStarted,
  );
}

const plainly = <T>(work: () => Promise<T>): Promise<T> => work();

async function inside<T>(work: () => Promise<T>): Promise<T> {
  const transaction = { isOpen: true };
  try {
    return await openTransaction.run(transaction, work);
  } finally {
    // Work that is left running (a timer, a promise without await) is outside of the transaction.
    transaction.isOpen = false;
  }
}

/** Runs work again as long as it fails because its connection was lost, or a statement's name was out of date, a few times. */
async function whileLost<T>(pools: ConnectionPools<Purpose>, work: () => Promise<T>, mayRunAgain: () => boolean = () => true): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await work();
    } catch (error) {
      if (retries === LOST_RETRIES || !mayRunAgain() || !(isConnectionLost(error) || isPlanStale(error))) throw error;
      if (isConnectionLost(error)) await pools.recover();
    }
  }
}

/** One connection for the time of the work; handed back only if nothing of the work is left on it. */
async function onConnection<T, P extends string>(
  pools: ConnectionPools<P>,
  purpose: P,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  requireNoTransaction();
  const client = await pools.acquire(purpose);
  let failure: unknown;
  try {
    return await work(client);
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    client.release(!isClean(client, failure));
  }
}

async function measureHealth(pools: ConnectionPools<Purpose>, ask: () => Promise<unknown>): Promise<DatabaseHealth> {
  const start = performance.now();
  const result = (ok: boolean, problem?: DatabaseHealth["problem"]): DatabaseHealth => ({
    ok,
    milliseconds: performance.now() - start,
    tenants: pools.counts("tenants"),
    owner: pools.counts("owner"),
    problem,
  });
  const answered = ask().then(() => true);
  const tooLate = delay(HEALTH_TIMEOUT_MS, false, { ref: false });
  try {
    return (await Promise.race([answered, tooLate])) ? result(true) : result(false, { kind: "timeout" });
  } catch (error) {
    if (error instanceof DatabaseSilentError) return result(false, { kind: "timeout" });
    return result(false, describeSqlError(error) ?? { kind: "unknown", reason: reasonOf(error) });
  }
}

/**
 * Whether the tenants' session can be set when a connection begins. Connection poolers refuse startup options, or pass them by; the role is
 * then set in each transaction. That the role can be taken at all is made sure of here, at the start, and not by a tenant's first request.
 */
async function canSetSessionAtStart(connection: PostgresConnection, session: SessionSettings): Promise<boolean> {
  if ((await roleAtStart(connection, session)) === APP_ROLE) return true;
  const client = new pg.Client({
    ...clientConfig(connection, { session, setsSessionAtStart: false, pipelined: false }),
    connectionTimeoutMillis: 10_000,
  });
  await withClient(client, async () => {
    await client.query("begin");
    await client.query("select set_config('role', $1, true)", [APP_ROLE]).catch((error: unknown) => {
      throw roleUnusable(error);
    });
    await client.query("rollback");
  });
  return false;
}

async function roleAtStart(connection: PostgresConnection, session: SessionSettings): Promise<string | undefined> {
  const client = new pg.Client({
    ...clientConfig(connection, { session, setsSessionAtStart: true, pipelined: false }),
    connectionTimeoutMillis: 10_000,
  });
  try {
    return await withClient(client, async () => {
      const { rows } = await client.query<{ current_user: string }>("select current_user");
      return rows[0]?.current_user;
    });
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    switch (error.code) {
      case "08P01": // a pooler that does not take options
        return undefined;
      case "22023": // no such role
      case "42501": // not a member of it
        throw roleUnusable(error);
      default:
        throw error;
    }
  }
}

async function withClient<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  client.on("error", () => undefined); // the query under way rejects with the same error
  try {
    await client.connect();
    return await work();
  } finally {
    await client.end();
  }
}

function roleUnusable(cause: unknown): PostgresError {
  return new PostgresError(
    "postgres.roleUnusable",
    `The role ${APP_ROLE} cannot be taken (${reasonOf(cause)}). Run prepareRoles on this database first.`,
    { cause },
  );
}
