// Signing out: the session ends whatever the body contains, and the local log of the browser is stored.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { parsedJson } from "#schema/json";
import type { Caller } from "../caller/caller.ts";
import { anybody } from "../caller/rule.ts";
import { bearerIn, bodyLimit, headerOf } from "../http/bodies.ts";
import { answer } from "../http/envelope.ts";
import { ApiError } from "../http/errors.ts";
import { setCaller } from "../http/request-context.ts";
import type { Callers } from "./callers.ts";
import type { IdentitySignIns } from "./identity/identity-sign-in.ts";
import type { Sessions } from "./sessions.ts";
import { siteOf } from "./social/sites.ts";
import type { Tokens } from "./token.ts";

export interface LogoutOptions {
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  readonly callers: Pick<Callers, "ofToken" | "forget">;
  readonly identities: Pick<IdentitySignIns, "endSessionAddress">;
  /** Where browsers reach this installation, to which an identity provider sends them back. */
  readonly siteUrls: readonly string[];
  /** Stores a user's browser log; returns how many entries, and refuses malformed logs with an ApiError. */
  readonly storeLogs: (caller: Caller, logs: unknown) => Promise<number>;
}

/** A body of any media type as text; undefined beyond the size limit. An unreadable body must not prevent signing out. */
async function bodyText(payload: AsyncIterable<Uint8Array>): Promise<string | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of payload) {
    size += part.length;
    if (size <= bodyLimit) parts.push(part);
  }
  return size <= bodyLimit ? Buffer.concat(parts).toString("utf8") : undefined;
}

/** Stored entries of the browser's log. */
async function savedLogs(request: FastifyRequest, caller: Caller | undefined, storeLogs: LogoutOptions["storeLogs"]): Promise<number> {
  const logs = typeof request.body === "string" ? parsedJson(request.body) : undefined;
  if (caller === undefined || logs === undefined) return 0;
  try {
    return await storeLogs(caller, logs);
  } catch (error) {
    if (error instanceof ApiError) return 0;
    throw error;
  }
}

/** Registered on a separate instance, because it parses bodies differently. */
export function registerLogout(app: FastifyInstance, { sessions, tokens, callers, identities, siteUrls, storeLogs }: LogoutOptions): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request: FastifyRequest, payload: AsyncIterable<Uint8Array>) => bodyText(payload));

  // Public, and successful without a session too: signing out must not require signing in.
  app.route({
    method: ["GET", "POST"],
    url: "/blade-auth/oauth/logout",
    config: { access: anybody, isUncounted: true, logged: { name: "logout", title: ["退出登录", "Sign out"] } },
    handler: async (request) => {
      const token = bearerIn(headerOf(request, "blade-auth"));
      if (token === undefined) return answer({});
      const authenticated = await callers.ofToken(token, request.ip);
      // For the log of calls: who signs out.
      if (authenticated !== undefined) setCaller(request, authenticated);
      const caller = authenticated?.caller;
      const sessionId = await tokens.sessionOf(token);
      if (sessionId !== undefined) {
        await sessions.end(sessionId);
        callers.forget(sessionId);
      }
      const count = await savedLogs(request, caller, storeLogs);
      const site = siteOf(request.host, siteUrls);
      const owner = caller === undefined || sessionId === undefined ? undefined : { tenantId: caller.tenantId, id: sessionId };
      const address = owner === undefined || site === undefined ? undefined : await identities.endSessionAddress(owner, `${site}/login`);
      return answer({ ...(count === 0 ? {} : { count }), ...(address === undefined ? {} : { endSessionAddress: address }) });
    },
  });
}
