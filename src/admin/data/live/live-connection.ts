// Holds the connection of the browser: the window that has the lock, or the one in sight where the browser has no locks.
import { eventsIn } from "../../api/event-stream.ts";
import { freshSession } from "../../api/fresh-session.ts";
import { apiUrl, commonHeaders, queryString } from "../../api/transport.ts";
import { liveCursor, takeLive, watchedFor, type LiveMessage } from "./live-events.ts";

const path = "/blade-live/stream";
/** Between two tries, longer with each that fails. */
const minPauseMs = 1_000;
const maxPauseMs = 30_000;
/** The server gives a sign of life every twenty seconds. */
const silenceMs = 50_000;

/** A window shows what it has read since it was opened: its first stream tells what has happened meanwhile. */
const sinceBegun = (): string => String(-Math.ceil(watchedFor()));

/** A wait that ends early with the signal. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });

/** Reads one stream to its end. Answers whether another one is worth a try. */
async function follow(signal: AbortSignal, onMessage: (message: LiveMessage) => void): Promise<"again" | "never"> {
  const session = await freshSession();
  if (session === undefined) return "never";
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), silenceMs);
  try {
    const response = await fetch(apiUrl(path) + queryString({ since: liveCursor() || sinceBegun() }), {
      headers: commonHeaders(session.accessToken),
      credentials: "same-origin",
      cache: "no-store",
      signal: AbortSignal.any([signal, silence.signal]),
    });
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
    // Busy servers are asked again later; one that has no such call, or refuses it, is not.
    if (!isStream || response.body === null) return response.status === 429 || response.status >= 500 ? "again" : "never";
    for await (const message of eventsIn(response.body)) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), silenceMs);
      onMessage(message);
    }
    return "again";
  } catch {
    // Out of reach, or broken off: what is shown is told by calls (shell/connection/offline-bar.tsx).
    return "again";
  } finally {
    clearTimeout(timer);
  }
}

/** Keeps a stream open until the signal. */
async function keepOpen(signal: AbortSignal, onMessage: (message: LiveMessage) => void): Promise<void> {
  for (let failures = 0; !signal.aborted;) {
    let hasHeard = false;
    const next = await follow(signal, (message) => {
      hasHeard = true;
      onMessage(message);
    });
    if (next === "never") return;
    failures = hasHeard ? 0 : failures + 1;
    // Not all browsers at the same moment after a server was restarted.
    await pause(Math.min(maxPauseMs, minPauseMs * 2 ** failures) * (0.5 + Math.random()), signal);
  }
}

/** While the window is in sight, for browsers without locks: those of sites without HTTPS. */
function whileInSight(work: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): void {
  let running: AbortController | undefined;
  const look = () => {
    if (document.visibilityState === "visible") {
      if (running !== undefined) return;
      running = new AbortController();
      void work(AbortSignal.any([running.signal, signal]));
    } else {
      running?.abort();
      running = undefined;
    }
  };
  document.addEventListener("visibilitychange", look, { signal });
  look();
}

/**
 * Begins to hear what the server tells a person, until the signal. `name` tells the person from others that this browser may have had; the
 * windows hear it from each other on the channel.
 */
export function connectLive(name: string, channel: BroadcastChannel | undefined, signal: AbortSignal): void {
  const work = (until: AbortSignal) =>
    keepOpen(until, (message) => {
      takeLive(message);
      channel?.postMessage(message);
    });
  // Browsers have locks on sites with HTTPS alone.
  const { locks } = navigator as { readonly locks?: LockManager };
  if (locks === undefined || channel === undefined) whileInSight(work, signal);
  else
    void locks
      .request(name, { signal }, () => work(signal))
      .catch((error: unknown) => {
        // Whoever leaves while another window has it gets an error for it.
        if (!signal.aborted) throw error;
      });
}
