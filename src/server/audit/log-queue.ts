// Log rows waiting to be stored in batches, independent of their requests: bounded, and never a reason for a request to fail.

export interface LogQueue<Row> {
  /** Takes a row, or drops it where too many wait already. Never throws, never waits. */
  readonly add: (row: Row) => void;
  /** Stores what waits; resolves when everything added before is stored or given up. */
  readonly flush: () => Promise<void>;
}

interface LogQueueOptions<Row> {
  /** Stores rows in one go. */
  readonly store: (rows: readonly Row[]) => Promise<void>;
  /** Called for lost rows: the reason, and how many. */
  readonly onLost: (reason: unknown, count: number) => void;
}

/** Rows that came within this time are stored together. */
const gatherMs = 250;
const maxBatch = 200;
const maxWaiting = 5_000;

/** A queue that stores rows in small batches, one after the other. */
export function createLogQueue<Row>({ store, onLost }: LogQueueOptions<Row>): LogQueue<Row> {
  const waiting: Row[] = [];
  let timer: NodeJS.Timeout | undefined;
  let storing: Promise<void> | undefined;
  let dropped = 0;

  const storeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const rows = waiting.splice(0, maxBatch);
      try {
        await store(rows);
      } catch (error) {
        onLost(error, rows.length);
      }
    }
    if (dropped > 0) onLost("too many log rows waited", dropped);
    dropped = 0;
  };
  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    storing ??= storeAll().finally(() => (storing = undefined));
    await storing;
    if (waiting.length > 0) await flush();
  };

  return {
    add: (row) => {
      if (waiting.length >= maxWaiting) {
        dropped += 1;
        return;
      }
      waiting.push(row);
      // The timer does not keep the process alive: flush before exiting.
      timer ??= setTimeout(() => void flush(), waiting.length >= maxBatch ? 0 : gatherMs).unref();
    },
    flush,
  };
}
