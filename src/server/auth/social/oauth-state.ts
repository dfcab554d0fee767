// What ties a sign-in that was begun at another platform to the browser that began it: an encrypted cookie, good once and for ten minutes.
import { randomUUID, timingSafeEqual, type KeyObject } from "node:crypto";
import { z } from "zod";
import type { Clock } from "../../store/clock.ts";
import type { Database } from "../../store/database.ts";
import { decryptSecret, encryptSecret } from "../secret-storage.ts";
import { consumeNonce } from "../nonces.ts";

/** Time to sign in at the other platform. */
const lifetimeMs = 10 * 60 * 1000;

const stateSchema = z.object({ state: z.string(), source: z.string(), verifier: z.string(), site: z.string(), expiresAt: z.number() });

/** A sign-in that was begun. */
export type OAuthState = Readonly<z.infer<typeof stateSchema>>;

export interface OAuthStates {
  /** A new one; the texts are for the browser's cookie and for the other platform. */
  issue(request: Pick<OAuthState, "source" | "verifier" | "site">): { readonly state: string; readonly encrypted: string };
  /**
   * The OAuth state of a browser that returns with this parameter, from this platform. Each is valid once: repeating a state fails,
   * whatever its code.
   */
  consume(encrypted: string | undefined, returned: Pick<OAuthState, "state" | "source">): Promise<OAuthState | undefined>;
}

interface OAuthStatesOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly key: KeyObject;
}

function isSame(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * Everything stands in the cookie, so that beginning costs no row in the database, however often it is done; what was consumed is kept
 * there (nonces.ts).
 */
export function createOAuthStates({ database, clock, key }: OAuthStatesOptions): OAuthStates {
  const open = (encrypted: string): OAuthState | undefined => {
    const text = decryptSecret(key, encrypted);
    return text === undefined ? undefined : stateSchema.parse(JSON.parse(text));
  };
  return {
    issue: (request) => {
      const oauthState: OAuthState = { ...request, state: randomUUID(), expiresAt: clock.milliseconds() + lifetimeMs };
      return { state: oauthState.state, encrypted: encryptSecret(key, JSON.stringify(oauthState)) };
    },
    consume: async (encrypted, { state, source }) => {
      const oauthState = encrypted === undefined ? undefined : open(encrypted);
      if (oauthState === undefined || oauthState.expiresAt <= clock.milliseconds() || !isSame(oauthState.state, state)) return undefined;
      const isFirst = await consumeNonce({ database, clock }, "auth_social", oauthState.state, oauthState.expiresAt);
      // Of another platform: the user was forwarded between platforms, and the code of one must not reach the other.
      return isFirst && oauthState.source === source ? oauthState : undefined;
    },
  };
}

/** Cookies of other sites below the same name cannot take its place where the connection is encrypted (RFC 6265bis, __Host-). */
const cookieName = (site: string): string => (site.startsWith("https:") ? "__Host-tracemark-social" : "tracemark-social");
const cookieNames = ["__Host-tracemark-social", "tracemark-social"] as const;

const attributes = (site: string, seconds: number): string =>
  `Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${site.startsWith("https:") ? "; Secure" : ""}`;

/** The header that gives the browser its state cookie. */
export const stateCookie = (site: string, encrypted: string): string =>
  `${cookieName(site)}=${encodeURIComponent(encrypted)}; ${attributes(site, lifetimeMs / 1000)}`;

/** The headers that take it away. */
export const expiredStateCookies: readonly string[] = [
  `${cookieNames[0]}=; ${attributes("https:", 0)}`,
  `${cookieNames[1]}=; ${attributes("http:", 0)}`,
];

/** The state cookie in a request's Cookie header. */
export function stateCookieIn(cookies: string | undefined): string | undefined {
  const pairs = new Map(
    (cookies ?? "")
      .slice(0, 16_384)
      .split(";")
      .map((pair): [string, string] => [pair.slice(0, pair.indexOf("=")).trim(), pair.slice(pair.indexOf("=") + 1).trim()]),
  );
  const encrypted = pairs.get(cookieNames[0]) ?? pairs.get(cookieNames[1]);
  // An encrypted text has no other characters, and % only for its dollar signs.
  return encrypted === undefined || !/^(?:[\w-]|%24)+$/.test(encrypted) ? undefined : decodeURIComponent(encrypted);
}
