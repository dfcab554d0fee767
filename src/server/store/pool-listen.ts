// Waits for NOTIFY on a separate connection, which is reopened whenever it is lost.
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { clientConfig, type ConnectionPools } from "./pool.ts";
import { OWNER_SESSION } from "./pool-session.ts";

/**
 * Called for each notification with its text; with undefined after the connection was lost, because some may have been missed: look for
 * yourself.
 */
export type OnNotification = (payload: string | undefined) => void;

export interface Listener {
  /** Ends the connection; nothing is called any more. */
  close(): Promise<void>;
}

const PAUSE_BETWEEN_TRIES_MS = 500;

/** Listens on a channel until closed. Rejects only when the first connection cannot be made. */
export async function listen(
  pools: ConnectionPools<string>,
  channel: string,
  onNotification: OnNotification,
  onBackgroundError: (error: unknown) => void,
): Promise<Listener> {
  const closing = new AbortController();
  const isClosed = (): boolean => closing.signal.aborted;

  const notify: OnNotification = (payload) => {
    if (isClosed()) return;
    try {
      onNotification(payload);
    } catch (error) {
      onBackgroundError(error);
    }
  };

  async function connect(): Promise<pg.Client> {
    const made = new pg.Client({
      ...clientConfig(pools.connection, { session: OWNER_SESSION, setsSessionAtStart: false, pipelined: false }),
      connectionTimeoutMillis: 10_000,
    });
    let isListening = false;
    made.on("error", (error) => {
      if (isListening && !isClosed()) onBackgroundError(error); // before that, connecting rejects with it
    });
    made.on("notification", ({ payload }) => notify(payload ?? ""));
    made.on("end", () => {
      if (isListening && !isClosed()) void reconnect();
    });
    try {
      await made.connect();
      await made.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      await made.end();
      throw error;
    }
    isListening = true;
    return made;
  }

  async function reconnect(): Promise<void> {
    while (!isClosed()) {
      try {
        await pools.recover();
        const made = await connect();
        if (isClosed()) return await made.end();
        client = made;
        notify(undefined);
        return;
      } catch (error) {
        onBackgroundError(error);
      }
      await delay(PAUSE_BETWEEN_TRIES_MS, undefined, { ref: false, signal: closing.signal }).catch(() => undefined); // closed while waiting: the loop ends
    }
  }

  let client = await connect();
  return {
    close: async () => {
      if (isClosed()) return;
      closing.abort();
      await client.end();
    },
  };
}
