// Whether PostgreSQL answers at all. A server that is frozen (a stopped process, a disk that hangs, a machine that is gone) closes no connection:
// requests would wait for it until their sender gives up.
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { reasonOf } from "../postgres/errors.ts";
import { clientConfig, type ConnectionPools } from "./pool.ts";
import { OWNER_SESSION } from "./pool-session.ts";

interface Heartbeat {
  /** Whether it answers within the time. */
  answers(withinMs: number): Promise<{ readonly ok: true } | { readonly ok: false; readonly reason: string | undefined }>;
  close(): Promise<void>;
}

/** What PostgreSQL is asked, where the answer itself matters. */
export interface Question {
  readonly sql: string;
  /** `askedAt`: when, by performance.now(). What it throws is a failure. */
  readonly onAnswer: (row: unknown, askedAt: number) => void;
  readonly onFailure: (error: unknown) => void;
}

interface HeartbeatOptions {
  /** How long it may be silent before requests are refused. */
  readonly patienceMs?: number;
  readonly beatMs?: number | undefined;
  readonly onBackgroundError: (error: unknown) => void;
  readonly question?: Question | undefined;
}

/** Together with the beat: less than the five seconds in which a request is answered. */
const defaultPatienceMs = 3_000;
const defaultBeatMs = 1_000;

interface Ping {
  readonly since: number;
  readonly answered: Promise<void>;
}

/** Asks PostgreSQL every second, on a connection of its own: those of the pools may all be in use. Tells the pools when it falls silent. */
export function startHeartbeat(
  pools: ConnectionPools<string>,
  { patienceMs = defaultPatienceMs, beatMs = defaultBeatMs, onBackgroundError, question }: HeartbeatOptions,
): Heartbeat {
  let client: pg.Client | undefined;
  let ping: Ping | undefined;
  /** Why the last question had no answer; undefined where it had one. */
  let failure: unknown;
  let isClosed = false;
  let lastBeat = performance.now();
  /** How long this process itself stood still, which says nothing about PostgreSQL. */
  let ownSilence = 0;

  const drop = (): void => {
    const dropped = client;
    client = undefined;
    dropped?.connection.stream.destroy();
  };
  const connected = async (): Promise<pg.Client> => {
    const made = new pg.Client(clientConfig(pools.connection, { session: OWNER_SESSION, setsSessionAtStart: false, pipelined: false }));
    client = made;
    const isOver = (): void => void (client === made && (client = undefined));
    made.on("error", isOver);
    made.on("end", isOver);
    await made.connect();
    return made;
  };
  /** A question that is refused is answered all the same: the server is well. */
  const askMore = async (asked: pg.Client, { sql, onAnswer, onFailure }: Question): Promise<void> => {
    try {
      const askedAt = performance.now();
      const { rows } = await asked.query<Record<string, unknown>>(sql);
      onAnswer(rows[0], askedAt);
    } catch (error) {
      if (!isClosed) onFailure(error);
    }
  };
  const askNow = async (): Promise<void> => {
    try {
      const asked = client ?? (await connected());
      await asked.query("select");
      failure = undefined;
      if (question !== undefined) await askMore(asked, question);
    } catch (error) {
      if (!isClosed) question?.onFailure(error);
      // It is gone or being started, which requests find out themselves, or it refuses connections: it answers.
      failure = error;
      drop();
    }
  };
  const ask = (): Ping => {
    ownSilence = 0;
    const sentPing: Ping = {
      since: performance.now(),
      answered: askNow().then(() => {
        if (ping === sentPing) ping = undefined;
        pools.setSilent(false);
      }),
    };
    ping = sentPing;
    return sentPing;
  };
  const beat = (): void => {
    const now = performance.now();
    ownSilence += Math.max(0, now - lastBeat - 2 * beatMs);
    lastBeat = now;
    if (isClosed) return;
    if (ping === undefined) ask();
    else if (now - ping.since - ownSilence > patienceMs && pools.setSilent(true))
      onBackgroundError(new Error(`PostgreSQL has not answered for ${Math.round((now - ping.since) / 1000)} seconds`));
  };
  const timer = setInterval(beat, beatMs).unref();
  ask();
  return {
    answers: async (withinMs) => {
      const patience = new AbortController();
      const tooLate = delay(withinMs, false, { signal: patience.signal, ref: false }).catch(() => false);
      const hasAnswered = await Promise.race([(ping ?? ask()).answered.then(() => true), tooLate]);
      patience.abort();
      if (!hasAnswered) return { ok: false, reason: undefined };
      return failure === undefined ? { ok: true } : { ok: false, reason: reasonOf(failure) };
    },
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      drop();
    },
  };
}
