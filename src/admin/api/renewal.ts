// Renews the access token by its age: checked every ten seconds and before each call, one renewal for all calls and all tabs (specification §4).
import { dialectOf } from "../providers/dialect.ts";
import { settings } from "../settings.ts";
import { ApiFailure } from "./failure.ts";
import { beginSession, endSession, session, tokenAge, type Session } from "./session.ts";
import { storedName } from "./stored.ts";
import { requestBare } from "./transport.ts";

/** Milliseconds between two looks at the token's age (specification §4). */
export const checkEvery = 10_000;

const dialect = dialectOf(settings.dialect);
let running: Promise<void> | undefined;

function isOld(): boolean {
  return tokenAge() >= settings.tokenTime * 1000;
}

async function renew(known: Session): Promise<void> {
  // Another tab may have renewed it while this one waited for the lock.
  if (!isOld() || session()?.refreshToken !== known.refreshToken) return;
  const { parameters, headers } = dialect.tokenCall({ type: "refresh", tenantId: known.tenantId, refreshToken: known.refreshToken });
  const { status, body } = await requestBare("POST", dialect.paths.token, { body: new URLSearchParams(parameters), headers });
  const next = dialect.readSession(body);
  // Signed out while the answer was on its way.
  if (session()?.refreshToken !== known.refreshToken) return;
  if (next !== undefined) beginSession(next);
  // A server that is out of order has not refused the token; the next look tries again.
  else if (status < 500) endSession("expired");
}

async function renewAlone(known: Session): Promise<void> {
  // Absent where the page did not come over a safe connection.
  const locks: LockManager | null | undefined = navigator.locks;
  try {
    if (locks) await locks.request(storedName("renewal"), () => renew(known));
    else await renew(known);
  } catch (error) {
    // The server was not reached: the token may still be good, and the next look tries again.
    if (!(error instanceof ApiFailure)) throw error;
  }
}

/** The session with a token young enough to be used; undefined when nobody is signed in. */
export async function freshSession(): Promise<Session | undefined> {
  const known = session();
  if (known === undefined || known.refreshToken === "" || !isOld()) return known;
  running ??= renewAlone(known).finally(() => {
    running = undefined;
  });
  await running;
  return session();
}

/** Looks at the token's age every ten seconds until the answered function is called. */
export function keepFresh(): () => void {
  const timer = setInterval(() => void freshSession(), checkEvery);
  return () => clearInterval(timer);
}
