// Guests: people of another platform without an account here. Their token is good for asking for one, and for nothing else (docs/wire.md
// §3).
import type { Sessions } from "../sessions.ts";
import type { Tokens } from "../token.ts";

/** Stands where a person's id does; no person has it, so no call that asks for somebody signed in takes a guest's token. */
export const guestUserId = "-1";
/** Their role, as clients know it. */
export const guestAlias = "guest";

export interface Guests {
  /** The third-party record of whoever holds this token; undefined when they are no guest, or no longer. */
  recordOf(token: string | undefined): Promise<string | undefined>;
}

export function createGuests(tokens: Tokens, sessions: Sessions): Guests {
  return {
    recordOf: async (token) => {
      const claims = token === undefined ? undefined : await tokens.read(token, "access_token");
      if (claims === undefined || claims.user_id !== guestUserId || claims.oauth_id === "") return undefined;
      return (await sessions.find(claims.sid)) === undefined ? undefined : claims.oauth_id;
    },
  };
}
