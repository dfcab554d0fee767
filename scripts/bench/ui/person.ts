// The person of the measurements: signed in as if they had been here before, with nothing in the browser's cache.
import type { Browser } from "playwright-core";
import { readSession } from "../../../src/admin/api/dialect.ts";
import { bladex } from "../../../src/schema/dialects/bladex.ts";
import { storedParts, type Session } from "../../../src/admin/api/session.ts";
import { storedName, storedText } from "../../../src/admin/browser/storage.ts";
import { openPage, type OpenedPage } from "../../../tests/support/chromium.ts";
import { signInAnswer } from "../sign-in.ts";

/** The session of the person at a server. */
export async function openSession(address: string): Promise<Session> {
  const answer = await signInAnswer(address);
  const session = readSession(bladex, answer);
  if (session === undefined) throw new Error(`no token: ${JSON.stringify(answer)}`);
  return session;
}

/** A page of a browser of its own, with what signing in leaves behind: the session in the storage and the cookies. */
export async function signedIn(browser: Browser, address: string, session: Session): Promise<OpenedPage> {
  const opened = await openPage(browser, { width: 1280, height: 800 });
  const now = Date.now();
  await opened.context.setStorageState({
    cookies: ["access-token", "refresh-token"].map((name) => ({
      name: storedName(name),
      value: name === "access-token" ? session.accessToken : session.refreshToken,
      domain: new URL(address).hostname,
      path: "/",
      expires: -1,
      httpOnly: false,
      secure: false,
      sameSite: "Strict" as const,
    })),
    origins: [
      {
        origin: address,
        localStorage: storedParts(session).map(([name, content]) => ({ name: storedName(name), value: storedText(content, now) })),
      },
    ],
  });
  return opened;
}
