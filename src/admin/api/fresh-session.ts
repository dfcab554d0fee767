// Renews the access token by its age: checked every ten seconds and before each call, one renewal for all calls and all tabs
// (docs/specification.md §4). The renewal itself is loaded once the page stands.
import { isMissingChunk, reportMissingChunk } from "../browser/missing-chunk.ts";
import { settings } from "../browser/settings.ts";
import { session, tokenAge, type Session } from "./session.ts";

/** Milliseconds between two looks at the token's age (docs/specification.md §4). */
export const checkEvery = 10_000;

let running: Promise<void> | undefined;

/** Of the time that an access token is good for, the part after which it is renewed: its last call may take long. */
const usedUp = 5 / 6;

/** Whether the access token is due to be renewed: after the usual time, and before it runs out where it was given less. */
export function isRenewalDue(): boolean {
  const { expiresIn = 0 } = session() ?? {};
  const after = expiresIn > 0 ? Math.min(settings.tokenTime, expiresIn * usedUp) : settings.tokenTime;
  return tokenAge() >= after * 1000;
}

const loadRenewal = () => import("./token-exchange.ts");

async function renewed(current: Session): Promise<void> {
  try {
    await (await loadRenewal()).renewAlone(current);
  } catch (error) {
    // The token may still be good.
    if (!isMissingChunk(error)) throw error;
    reportMissingChunk();
  }
}

/** Waits for a renewal that is under way. */
export async function renewalDone(): Promise<void> {
  await running;
}

/** The session with an access token that has not expired; undefined when signed out. */
export async function freshSession(): Promise<Session | undefined> {
  const current = session();
  if (current === undefined || current.refreshToken === "" || !isRenewalDue()) return current;
  running ??= renewed(current).finally(() => {
    running = undefined;
  });
  await running;
  return session();
}

/** Looks at the token's age every ten seconds until the answered function is called. */
export function startTokenRenewal(): () => void {
  const timer = setInterval(() => {
    // Before it is needed: later the server may have another version of it.
    loadRenewal().catch(() => undefined);
    void freshSession();
  }, checkEvery);
  return () => clearInterval(timer);
}
