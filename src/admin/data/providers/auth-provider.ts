// Refine's auth provider over the session: who is signed in, and signing out (docs/specification.md §4).
import type { AuthProvider } from "@refinedev/core";
import { ApiFailure } from "../../api/failure.ts";
import { isRecord, textOf } from "../../api/wire-data.ts";
import { request } from "../../api/request.ts";
import { endSession, session } from "../../api/session.ts";
import { clearLog, logEntries } from "../../log/local-log.ts";
import { settings } from "../../browser/settings.ts";

/** The sign-in page, which exists before Refine does, signs in; this side only knows the session. */
export const authProvider: AuthProvider = {
  login: async () => ({ success: session() !== undefined }),

  /**
   * Notifies the server, with the local log (docs/specification.md §7), so that the refresh token stops working, and ends the session
   * whatever the answer.
   */
  async logout() {
    let endSessionAddress = "";
    try {
      const entries = logEntries();
      const stored = await request("POST", settings.dialect.paths.logout, { body: entries, timeLimit: 3000 });
      // Only entries that the server has confirmed are removed here: other back-ends confirm nothing.
      endSessionAddress = isRecord(stored) ? textOf(stored["endSessionAddress"]) : "";
      if (entries.length > 0 && isRecord(stored) && stored["count"] === entries.length) clearLog();
    } catch (error) {
      // Out of reach or already ended: the person leaves all the same.
      if (!(error instanceof ApiFailure)) throw error;
    }
    endSession("signed-out");
    // Where the person came from, they sign out as well; it sends them back to the sign-in page.
    if (endSessionAddress !== "") location.assign(endSessionAddress);
    return { success: true };
  },

  check: async () => ({ authenticated: session() !== undefined }),

  /** A 401 has already ended the session where the answer came in (api/request.ts). */
  onError: async () => ({}),

  getIdentity: async () => session()?.user ?? null,
};
