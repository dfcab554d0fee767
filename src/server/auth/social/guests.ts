// Guests: users of another platform without an account here. Their token only allows requesting one (docs/wire.md §3).
import type { Sessions } from "../sessions.ts";
import type { Tokens } from "../token.ts";

/** Takes the place of a user id; no user has it, so no call that requires a signed-in user accepts a guest's token. */
export const guestUserId = "-1";
/** Their role, as clients know it. */
export const guestAlias = "guest";

export interface Guests {
  /** The third-party record of a token's holder; undefined when they are not a guest, or no longer. */
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
