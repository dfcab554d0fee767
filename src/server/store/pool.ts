// The connections to PostgreSQL: a pool per purpose, replaced when the server moved, and patient while it is started again.
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { isSameConnection, type PostgresConnection } from "../postgres/connection.ts";
import { startupOptions, valueTypes, type SessionSettings } from "./pool-session.ts";
import { DatabaseSilentError, DatabaseUsageError, isConnectionLost, isFullOfConnections } from "./sql-errors.ts";
import { traceClient, type TraceStatements } from "./trace-statements.ts";

export interface PoolPlan {
  /** Connections at most. */
  readonly size: number;
  readonly session: SessionSettings;
  /** How long work waits for a free connection, and for a new one to be made. */
  readonly patienceMs?: number;
  /** Whether the session is set by startup options; connection poolers between us and PostgreSQL may refuse those. */
  readonly setsSessionAtStart: boolean;
  /** Whether statements may be sent before the answer to the one before has come. COPY needs connections where they are not. */
  readonly pipelined: boolean;
}

interface PoolHooks {
  /**
   * Restarts the server if necessary, and returns its current connection. Absent: an external server, for which the pool can only retry
   * later.
   */
  readonly onConnectionLost: (() => Promise<PostgresConnection>) | undefined;
  /** Called with errors that no caller waits for: a connection that broke while idle, a restart that failed. */
  readonly onBackgroundError: (error: unknown) => void;
  /** Called around the statements of every connection. */
  readonly trace?: TraceStatements | undefined;
}

/** How long work waits for a free connection, and for a new one to be made, where its plan does not say so. */
const CONNECT_TIMEOUT_MS = 10_000;
/** How long a request waits for a server that is being started again. */
const RESTART_PATIENCE_MS = 20_000;
const IDLE_TIMEOUT_MS = 60_000;
const PAUSE_BETWEEN_TRIES_MS = 25;

/** Pools by purpose over one connection that may change. */
export class ConnectionPools<Purpose extends string> {
  readonly #plans: Readonly<Record<Purpose, PoolPlan>>;
  readonly #hooks: PoolHooks;
  readonly #pools = new Map<Purpose, pg.Pool>();
  /** Open connections, by their clients. */
  readonly #clients = new Set<pg.PoolClient>();
  /** Ends the waiting for a connection, of each who waits. */
  readonly #waiting = new Set<() => void>();
  #isSilent = false;
  #connection: PostgresConnection;
  #closing: Promise<void> | undefined;

  constructor(connection: PostgresConnection, plans: Readonly<Record<Purpose, PoolPlan>>, hooks: PoolHooks) {
    this.#connection = connection;
    this.#plans = plans;
    this.#hooks = hooks;
  }

  /** How the server is reached now. */
  get connection(): PostgresConnection {
    return this.#connection;
  }

  /** A connection; give it back with `release`. While the server is being started again, waits for it. */
  async acquire(purpose: Purpose): Promise<pg.PoolClient> {
    const giveUpAt = performance.now() + RESTART_PATIENCE_MS;
    const refusedAt = performance.now() + (this.#plans[purpose].patienceMs ?? CONNECT_TIMEOUT_MS);
    for (;;) {
      if (this.#closing !== undefined) throw new DatabaseUsageError("database.closed", "The database was closed.");
      if (this.#isSilent) throw new DatabaseSilentError();
      const pool = this.#pool(purpose);
      try {
        return await this.#unlessSilent(pool.connect());
      } catch (error) {
        const wasReplaced = pool.ending && this.#closing === undefined;
        // It runs, and takes no more connections: one may be given back, and starting it again would change nothing.
        if (isFullOfConnections(error) && performance.now() < refusedAt) {
          await delay(PAUSE_BETWEEN_TRIES_MS);
          continue;
        }
        if (!wasReplaced && (!isConnectionLost(error) || this.#hooks.onConnectionLost === undefined || performance.now() > giveUpAt))
          throw error;
        await this.recover();
        await delay(PAUSE_BETWEEN_TRIES_MS);
      }
    }
  }

  /** Called when a connection was lost: has the server restarted and connects to its new address. */
  async recover(): Promise<void> {
    const moved = await this.#hooks.onConnectionLost?.();
    if (moved === undefined || isSameConnection(moved, this.#connection)) return;
    this.#connection = moved;
    const old = [...this.#pools.values()];
    this.#pools.clear();
    for (const pool of old) pool.end().catch(this.#hooks.onBackgroundError);
  }

  /**
   * Says that the server does not answer, or does again; answers whether that is new. What waits for a silent server ends at once: its
   * connections are cut, and nobody gets one until it answers.
   */
  setSilent(isSilent: boolean): boolean {
    if (isSilent === this.#isSilent) return false;
    this.#isSilent = isSilent;
    if (isSilent) {
      for (const giveUp of this.#waiting) giveUp();
      for (const client of this.#clients) cut(client);
    }
    return true;
  }

  #unlessSilent(connecting: Promise<pg.PoolClient>): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      let isGivenUp = false;
      const giveUp = (): void => {
        isGivenUp = true;
        reject(new DatabaseSilentError());
      };
      this.#waiting.add(giveUp);
      connecting
        .then((client) => {
          // Nobody waits for it any more.
          if (isGivenUp) client.release(true);
          else resolve(client);
        }, reject)
        .finally(() => this.#waiting.delete(giveUp));
    });
  }

  /** Connections that are open, idle and waited for. */
  counts(purpose: Purpose): { readonly open: number; readonly idle: number; readonly waiting: number } {
    const pool = this.#pools.get(purpose);
    return { open: pool?.totalCount ?? 0, idle: pool?.idleCount ?? 0, waiting: pool?.waitingCount ?? 0 };
  }

  /** Ends all connections, each when it is given back. */
  close(): Promise<void> {
    this.#closing ??= Promise.all([...this.#pools.values()].map((pool) => pool.end())).then(() => undefined);
    return this.#closing;
  }

  #pool(purpose: Purpose): pg.Pool {
    const existing = this.#pools.get(purpose);
    if (existing !== undefined) return existing;
    const plan = this.#plans[purpose];
    const pool = new pg.Pool({
      ...clientConfig(this.#connection, plan),
      max: plan.size,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      connectionTimeoutMillis: plan.patienceMs ?? CONNECT_TIMEOUT_MS,
    });
    // A broken connection emits an error, in use or idle; the pool repeats it for idle ones. Without a listener either would end the
    // process.
    pool.on("connect", (client) => {
      this.#clients.add(client);
      if (this.#hooks.trace !== undefined) traceClient(client, this.#hooks.trace);
      client.on("error", (error) => this.#onBroken(error));
    });
    pool.on("remove", (client) => void this.#clients.delete(client));
    pool.on("error", () => undefined);
    this.#pools.set(purpose, pool);
    return pool;
  }

  /** The server is started again at once, not only when the next request finds out. */
  #onBroken(error: Error): void {
    if (this.#closing !== undefined) return; // a server that stops together with us
    this.#hooks.onBackgroundError(error);
    this.recover().catch(this.#hooks.onBackgroundError);
  }
}

/** Ends a connection without waiting for the other end, which says goodbye no more: what was sent on it fails as on one that is lost. */
function cut(client: pg.PoolClient): void {
  if (client instanceof pg.Client) client.connection.stream.destroy();
}

/** The driver's options for one connection. */
export function clientConfig(connection: PostgresConnection, plan: Omit<PoolPlan, "size">): pg.ClientConfig {
  return {
    ...connection,
    options: plan.setsSessionAtStart ? startupOptions(plan.session) : undefined,
    application_name: "tracemark",
    pipeline: plan.pipelined,
    types: valueTypes,
    keepAlive: true,
  };
}
