// Renews the access token by its age: checked every ten seconds and before each call, one renewal for all calls and all tabs
// (docs/specification.md §4).
import i18next from "i18next";
import { readRefusal, readSession, tokenCall, type Chosen } from "./dialect.ts";
import { settings } from "../settings.ts";
import { ApiFailure } from "./failure.ts";
import { beginSession, endSession, session, tokenAge, type Session } from "./session.ts";
import { storedName } from "./stored.ts";
import { requestBare } from "./transport.ts";

/** Milliseconds between two looks at the token's age (docs/specification.md §4). */
export const checkEvery = 10_000;

const { dialect } = settings;
let running: Promise<void> | undefined;

function isOld(): boolean {
  return tokenAge() >= settings.tokenTime * 1000;
}

async function exchange(current: Session, chosen?: Chosen): Promise<{ readonly status: number; readonly body: unknown }> {
  const { parameters, headers } = tokenCall(dialect, {
    type: "refresh",
    tenantId: current.tenantId,
    refreshToken: current.refreshToken,
    ...(chosen === undefined ? {} : { chosen }),
  });
  return requestBare("POST", dialect.paths.token, { body: new URLSearchParams(parameters), headers });
}

async function renew(current: Session): Promise<void> {
  // Another tab may have renewed it while this one waited for the lock.
  if (!isOld() || session()?.refreshToken !== current.refreshToken) return;
  const { status, body } = await exchange(current);
  const next = readSession(dialect, body);
  // Signed out while the answer was on its way.
  if (session()?.refreshToken !== current.refreshToken) return;
  if (next !== undefined) beginSession(next);
  // A server that is out of order has not refused the token; the next look tries again.
  else if (status < 500 || isRefusal(status)) endSession("expired");
}

/** Some back-ends refuse a refresh token as if they were out of order. With an access token that still works nothing is lost by waiting. */
function isRefusal(status: number): boolean {
  const { refusedRefresh } = dialect;
  return status === refusedRefresh.status && tokenAge() >= refusedRefresh.after * 1000;
}

/** One exchange of the refresh token at a time, in whichever tab. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  // Absent where the page did not come over a safe connection.
  const locks: LockManager | null | undefined = navigator.locks;
  return locks ? locks.request(storedName("renewal"), work) : work();
}

async function renewAlone(current: Session): Promise<void> {
  try {
    await alone(() => renew(current));
  } catch (error) {
    // The server was not reached: the token may still be good, and the next look tries again.
    if (!(error instanceof ApiFailure)) throw error;
  }
}

/** The session with an access token that has not expired; undefined when signed out. */
export async function freshSession(): Promise<Session | undefined> {
  const current = session();
  if (current === undefined || current.refreshToken === "" || !isOld()) return current;
  running ??= renewAlone(current).finally(() => {
    running = undefined;
  });
  await running;
  return session();
}

/**
 * Exchanges the tokens for ones with the rights of one department and role only (docs/specification.md §4). Returns "" on success, else the
 * refusal's message, and leaves everything as before. Throws ApiFailure without an answer.
 */
export async function switchTo(chosen: Chosen): Promise<string> {
  // A renewal of this tab may be under way, whose answer replaces the token.
  await running;
  return alone(async () => {
    const current = session();
    if (current === undefined) return "";
    const { body } = await exchange(current, chosen);
    const next = readSession(dialect, body);
    if (next === undefined) return readRefusal(dialect, body) || i18next.t("failure.unknown");
    if (session()?.refreshToken === current.refreshToken) beginSession(next);
    return "";
  });
}

/** Looks at the token's age every ten seconds until the answered function is called. */
export function keepFresh(): () => void {
  const timer = setInterval(() => void freshSession(), checkEvery);
  return () => clearInterval(timer);
}
