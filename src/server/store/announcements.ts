// Tells all processes by NOTIFY what follows from committed work. Apart from the transactions that it is about: a NOTIFY among their statements
// would have their commits wait for each other.
import type { Statement } from "./pipeline.ts";

/** What is told within this time goes in one statement. */
const GATHERED_MS = 50;
/** PostgreSQL takes less than 8,000 bytes. */
const MAX_BYTES = 7_900;
/** Between the messages of one notification; a message has none. */
const SEPARATOR = "\n";

export interface Announcements {
  /** Tells a message of one line on a channel, soon. Nobody waits for it: where it cannot be sent it is lost. */
  tell(channel: string, message: string): void;
  /** Sends what is left. */
  close(): Promise<void>;
}

/** The messages of a notification. */
export const messagesOf = (payload: string): readonly string[] => payload.split(SEPARATOR);

/** Messages in the payloads that they are sent in; those that are too long for any are left out. */
export function payloadsOf(messages: readonly string[]): readonly string[] {
  const payloads: string[] = [];
  let [open, size] = [[] as string[], 0];
  for (const message of new Set(messages)) {
    const bytes = Buffer.byteLength(message) + 1;
    if (bytes > MAX_BYTES) continue;
    if (size + bytes > MAX_BYTES) {
      payloads.push(open.join(SEPARATOR));
      [open, size] = [[], 0];
    }
    open.push(message);
    size += bytes;
  }
  return open.length === 0 ? payloads : [...payloads, open.join(SEPARATOR)];
}

/** Gathers what is told, and sends it by `send`. */
export function createAnnouncements(
  send: (statements: readonly Statement[]) => Promise<unknown>,
  onBackgroundError: (error: unknown) => void,
): Announcements {
  let waiting = new Map<string, string[]>();
  let timer: NodeJS.Timeout | undefined;
  let sending = Promise.resolve();
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const statements = [...waiting].flatMap(([channel, messages]) =>
      payloadsOf(messages).map((payload) => ({ sql: "select pg_notify($1, $2)", parameters: [channel, payload], name: "announce" })),
    );
    waiting = new Map();
    if (statements.length > 0) sending = sending.then(() => send(statements)).then(() => undefined, onBackgroundError);
  };
  return {
    tell: (channel, message) => {
      const messages = waiting.get(channel);
      if (messages === undefined) waiting.set(channel, [message]);
      else messages.push(message);
      timer ??= setTimeout(flush, GATHERED_MS).unref();
    },
    close: () => {
      flush();
      return sending;
    },
  };
}
