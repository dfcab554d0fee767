// Browsers that are told what happens, as a measurement has them: streams of a server that note when they hear of which row.
import { z } from "zod";
import { eventsIn } from "../../src/admin/api/event-stream.ts";

const told = z.array(z.object({ ids: z.array(z.string()) }));

export interface Listener {
  /** When it has heard of a row first, in milliseconds of `performance.now`. */
  readonly heard: ReadonlyMap<string, number>;
  /** The server has said that more happened than it tells. */
  readonly resets: () => number;
  /** Loses its connection, and comes back to a server with its cursor. */
  move(address: string): void;
  /** Resolves once a stream is open. */
  open(): Promise<void>;
  close(): Promise<void>;
}

/** A promise that is resolved from outside; Node 20 has none of its own. */
function newSignal(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

/** A browser of a person, at the address of a server. */
export function listen(first: string, headers: Readonly<Record<string, string>>): Listener {
  const heard = new Map<string, number>();
  let [address, cursor, resets] = [first, "", 0];
  let isClosed = false;
  let connection = new AbortController();
  let isOpen = newSignal();
  const follow = async (): Promise<void> => {
    const query = cursor === "" ? "" : `?since=${cursor}`;
    const response = await fetch(`${address}/api/blade-live/stream${query}`, { headers, signal: connection.signal });
    if (response.headers.get("content-type")?.startsWith("text/event-stream") !== true || response.body === null)
      throw new Error(`the stream is refused: ${response.status} ${await response.text()}`);
    for await (const { event, data, id } of eventsIn(response.body)) {
      isOpen.resolve();
      if (id !== "") cursor = id;
      if (event === "reset") resets += 1;
      if (event === "changes")
        for (const { ids } of told.parse(data)) for (const row of ids) if (!heard.has(row)) heard.set(row, performance.now());
    }
  };
  const running = (async () => {
    while (!isClosed) {
      try {
        await follow();
      } catch (error) {
        if (error instanceof Error && error.message.startsWith("the stream is refused")) throw error;
        // It broke off: a server that was killed, or this browser moves.
      }
      connection = new AbortController();
      await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 200));
    }
  })();
  return {
    heard,
    resets: () => resets,
    move: (next) => {
      address = next;
      isOpen = newSignal();
      connection.abort();
    },
    open: () => isOpen.promise,
    close: async () => {
      isClosed = true;
      connection.abort();
      await running;
    },
  };
}
