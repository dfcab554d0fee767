// The exchange of a refresh token for new tokens: when the access token is old, or for the rights of one department and role.
import i18next from "i18next";
import { settings } from "../browser/settings.ts";
import { readRefusal, readSession, tokenCall, type Chosen } from "./dialect.ts";
import { ApiFailure } from "./failure.ts";
import { isRenewalDue, renewalDone } from "./fresh-session.ts";
import { beginSession, endSession, session, tokenAge, type Session } from "./session.ts";
import { storedName } from "../browser/storage.ts";
import { requestBare } from "./transport.ts";

const { dialect } = settings;

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
  if (!isRenewalDue() || session()?.refreshToken !== current.refreshToken) return;
  const { status, body } = await exchange(current);
  const next = readSession(dialect, body);
  // Signed out while the answer was on its way.
  if (session()?.refreshToken !== current.refreshToken) return;
  if (next !== undefined) beginSession(next);
  // A server that is out of order has not refused the token; the next look tries again.
  else if (status < 500 || isRefusal(status, current)) endSession("expired");
}

/** Some back-ends refuse a refresh token as if they were out of order. With an access token that still works nothing is lost by waiting. */
function isRefusal(status: number, { expiresIn }: Session): boolean {
  const { refusedRefresh } = dialect;
  return status === refusedRefresh.status && tokenAge() >= ((expiresIn ?? 0) || refusedRefresh.after) * 1000;
}

/** One exchange of the refresh token at a time, in whichever tab. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  // Absent where the page did not come over a safe connection.
  const locks: LockManager | null | undefined = navigator.locks;
  return locks ? locks.request(storedName("renewal"), work) : work();
}

/** Renews the token, unless another tab has done so. */
export async function renewAlone(current: Session): Promise<void> {
  try {
    await alone(() => renew(current));
  } catch (error) {
    // The server was not reached: the token may still be good, and the next look tries again.
    if (!(error instanceof ApiFailure)) throw error;
  }
}

/**
 * Exchanges the tokens for ones with the rights of one department and role only (docs/specification.md §4). Returns "" on success, else the
 * refusal's message, and leaves everything as before. Throws ApiFailure without an answer.
 */
export async function switchTo(chosen: Chosen): Promise<string> {
  // A renewal of this tab may be under way, whose answer replaces the token.
  await renewalDone();
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
