// Look-ups that many requests make at the same time, in one statement.
import { requireNoTransaction } from "../store/database.ts";

/** A look-up that has not begun, and for which keys are still collected. */
interface Batch<K, V> {
  readonly keys: Set<K>;
  readonly result: Promise<ReadonlyMap<K, V>>;
}

/**
 * Shares a look-up between requests. A request waits for one that began after it arrived, so that a revoked right is never honored by later
 * requests, and a hundred requests at once cost one statement.
 */
export class Shared<K, V> {
  readonly #load: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>;
  #running: Promise<unknown> | undefined;
  #next: Batch<K, V> | undefined;

  constructor(load: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>) {
    this.#load = load;
  }

  /** The current value of a key. */
  async get(key: K): Promise<V | undefined> {
    // Inside a transaction it would depend on others whether a second connection is taken.
    requireNoTransaction();
    if (this.#running === undefined) return (await this.#start([key])).get(key);
    // The look-up under way may have begun before a change that this caller has seen.
    this.#next ??= this.#batchAfter(this.#running);
    this.#next.keys.add(key);
    return (await this.#next.result).get(key);
  }

  #batchAfter(running: Promise<unknown>): Batch<K, V> {
    const keys = new Set<K>();
    const start = () => {
      this.#next = undefined;
      return this.#start([...keys]);
    };
    return { keys, result: running.then(start, start) };
  }

  #start(keys: readonly K[]): Promise<ReadonlyMap<K, V>> {
    const running = this.#load(keys).finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }
}
