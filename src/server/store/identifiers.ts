// Ids of rows: 64-bit, ordered by time, made here without asking the database for each.
import type { Clock } from "./clock.ts";
import type { Database } from "./database.ts";

/** Time of an id counts from here: 2024-01-01T00:00:00Z. 41 bits of milliseconds last until 2093. */
const epoch = 1_704_067_200_000;
const workerBits = 10n;
const sequenceBits = 12n;
const lastSequence = (1 << Number(sequenceBits)) - 1;

/** Where worker numbers come from; made by the migration. It starts over after 1,024 starts of server processes. */
export const workerSequence = "tm_worker";
export const lastWorker = (1 << Number(workerBits)) - 1;

const timeShift = workerBits + sequenceBits;

/** The first id that could be made at a moment, negative before there were any: where it stands among rows that are ordered by their ids. */
export const idAt = (milliseconds: number): string => String(BigInt(milliseconds - epoch) << timeShift);

/** The moment at which an id was made. */
export const timeOfId = (id: string): number => Number(BigInt(id) >> timeShift) + epoch;

export interface Identifiers {
  /** The next id, as text. */
  readonly next: () => Promise<string>;
  /** Claims the number of this process, without which no id is made. Before the first transaction that makes one: it takes a connection. */
  readonly ready: () => Promise<void>;
  /** Several ids, in order. */
  readonly take: (count: number) => Promise<readonly string[]>;
}

/**
 * Makes ids of 41 bits of time, 10 bits of worker and 12 bits of sequence. Ids of one maker only grow, also when the clock is set back;
 * when more than 4,096 are made in a millisecond they borrow the next one.
 */
export function identifierMaker(clock: Pick<Clock, "milliseconds">, worker: number): () => string {
  if (!Number.isInteger(worker) || worker < 0 || worker > lastWorker)
    throw new Error(`a worker number is 0 to ${lastWorker}, not ${worker}`);
  const workerPart = BigInt(worker) << sequenceBits;
  let last = 0;
  let sequence = 0;
  return () => {
    const now = clock.milliseconds() - epoch;
    if (now > last) {
      last = now;
      sequence = 0;
    } else if (sequence === lastSequence) {
      last += 1;
      sequence = 0;
    } else sequence += 1;
    return String((BigInt(last) << timeShift) | workerPart | BigInt(sequence));
  };
}

/**
 * Ids for this process. Its worker number is the next value of a sequence in the database, so that parallel server processes never create
 * the same id; it is read once.
 */
export function identifiersOf(database: Database, clock: Pick<Clock, "milliseconds">): Identifiers {
  let maker: Promise<() => string> | undefined;
  const claim = async () => {
    // As the owner: a number belongs to the process, not to a tenant.
    const [answer] = await database.owner.transaction((tx) =>
      tx.batch([{ sql: `select nextval('${workerSequence}')::int as worker`, parameters: [] }]),
    );
    const worker = answer?.rows[0]?.["worker"];
    if (typeof worker !== "number") throw new Error(`the sequence ${workerSequence} gave no number`);
    return identifierMaker(clock, worker);
  };
  const made = async () => {
    maker ??= claim();
    try {
      return await maker;
    } catch (error) {
      maker = undefined;
      throw error;
    }
  };
  return {
    next: async () => (await made())(),
    ready: async () => void (await made()),
    take: async (count) => {
      const next = await made();
      return Array.from({ length: count }, next);
    },
  };
}
