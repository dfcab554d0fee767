// Keeps the embedded PostgreSQL running: starts it again when it died, or when the process it was attached to took it along.
import type { PostgresConnection } from "./connection.ts";
import { PostgresError } from "./errors.ts";
import { startPostgres, type RunningPostgres, type StartOptions } from "./launcher.ts";
import { isAlive } from "./process.ts";

export interface SupervisorOptions extends StartOptions {
  /** Called for every start after the first, for the log. */
  readonly onRestart?: (postgres: RunningPostgres) => void;
  /** Called for a failed restart without a waiting caller. The next use of the database tries again. */
  readonly onFailure?: (error: unknown) => void;
}

export interface SupervisedPostgres {
  /** The server as it was started last. */
  current(): RunningPostgres;
  /**
   * Makes sure that PostgreSQL runs and returns its current connection: the `onConnectionLost` of a Database. Concurrent calls share one
   * start.
   */
  onConnectionLost(): Promise<PostgresConnection>;
  /** Stops the server (when it is ours) and starts it no more. */
  stop(): Promise<boolean>;
}

/** A server that fails to start is not tried more often than this, however many requests ask. */
const RETRY_AFTER_MS = 1_000;

/**
 * Starts PostgreSQL and starts it again whenever it is gone.
 *
 * ```ts
 * const postgres = await supervisePostgres({ directory });
 * const database = await openDatabase({ connection: postgres.current().connection, onConnectionLost: postgres.onConnectionLost });
 * ```
 */
export async function supervisePostgres(options: SupervisorOptions): Promise<SupervisedPostgres> {
  let postgres = await startPostgres(options);
  let isStopped = false;
  let restarting: Promise<PostgresConnection> | undefined;
  let lastFailure: { readonly error: unknown; readonly at: number } | undefined;

  const restart = async (): Promise<PostgresConnection> => {
    if (isStopped) throw new PostgresError("postgres.startFailed", "PostgreSQL was stopped together with the server.");
    if (lastFailure !== undefined && performance.now() - lastFailure.at < RETRY_AFTER_MS) throw lastFailure.error;
    try {
      postgres = await startPostgres(options);
    } catch (error) {
      lastFailure = { error, at: performance.now() };
      throw error;
    }
    lastFailure = undefined;
    watchExit(postgres);
    options.onRestart?.(postgres);
    if (isStopped) await postgres.stop(); // stopped while it was starting
    return postgres.connection;
  };

  const ensureRunning = (): Promise<PostgresConnection> => {
    // A single session may have been ended; starting a running server would only attach to it.
    if (restarting === undefined && !isStopped && isAlive(postgres.pid) && !hasExited.has(postgres))
      return Promise.resolve(postgres.connection);
    restarting ??= restart().finally(() => (restarting = undefined));
    return restarting;
  };

  const hasExited = new WeakSet<RunningPostgres>();
  function watchExit(server: RunningPostgres): void {
    void server.exited.then(() => {
      hasExited.add(server);
      if (isStopped || server !== postgres) return;
      ensureRunning().catch((error: unknown) => options.onFailure?.(error));
    });
  }
  watchExit(postgres);

  return {
    current: () => postgres,
    onConnectionLost: ensureRunning,
    stop: async () => {
      isStopped = true;
      await restarting?.catch(() => undefined); // its callers have received the error
      return postgres.stop();
    },
  };
}
