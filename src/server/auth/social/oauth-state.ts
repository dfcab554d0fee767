// What ties a sign-in that was begun at another platform to the browser that began it: a sealed cookie, good once and for ten minutes.
import { randomUUID, timingSafeEqual, type KeyObject } from "node:crypto";
import { z } from "zod";
import type { Clock } from "../../store/clock.ts";
import type { Database } from "../../store/database.ts";
import { openSecret, sealSecret } from "../secret-storage.ts";
import { consumeNonce } from "../nonces.ts";

/** Time to sign in at the other platform. */
const lifetimeMs = 10 * 60 * 1000;

const ticketSchema = z.object({ state: z.string(), source: z.string(), verifier: z.string(), site: z.string(), expiresAt: z.number() });

/** A sign-in that was begun. */
export type OAuthState = Readonly<z.infer<typeof ticketSchema>>;

export interface Tickets {
  /** A new one; the texts are for the browser's cookie and for the other platform. */
  issue(request: Pick<OAuthState, "source" | "verifier" | "site">): { readonly state: string; readonly sealed: string };
  /**
   * The OAuth state of a browser that returns with this parameter, from this platform. Each is valid once: repeating a state fails,
   * whatever its code.
   */
  redeem(sealed: string | undefined, returned: Pick<OAuthState, "state" | "source">): Promise<OAuthState | undefined>;
}

interface TicketOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly key: KeyObject;
}

function isSame(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * Everything stands in the cookie, so that beginning costs no row in the database, however often it is done; what was redeemed is kept
 * there (spent.ts).
 */
export function createTickets({ database, clock, key }: TicketOptions): Tickets {
  const open = (sealed: string): OAuthState | undefined => {
    const text = openSecret(key, sealed);
    return text === undefined ? undefined : ticketSchema.parse(JSON.parse(text));
  };
  return {
    issue: (request) => {
      const ticket: OAuthState = { ...request, state: randomUUID(), expiresAt: clock.milliseconds() + lifetimeMs };
      return { state: ticket.state, sealed: sealSecret(key, JSON.stringify(ticket)) };
    },
    redeem: async (sealed, { state, source }) => {
      const ticket = sealed === undefined ? undefined : open(sealed);
      if (ticket === undefined || ticket.expiresAt <= clock.milliseconds() || !isSame(ticket.state, state)) return undefined;
      const isFirst = await consumeNonce({ database, clock }, "auth_social", ticket.state, ticket.expiresAt);
      // Of another platform: the user was forwarded between platforms, and the code of one must not reach the other.
      return isFirst && ticket.source === source ? ticket : undefined;
    },
  };
}

/** Cookies of other sites below the same name cannot take its place where the connection is encrypted (RFC 6265bis, __Host-). */
const cookieName = (site: string): string => (site.startsWith("https:") ? "__Host-tracemark-social" : "tracemark-social");
const cookieNames = ["__Host-tracemark-social", "tracemark-social"] as const;

const attributes = (site: string, seconds: number): string =>
  `Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${site.startsWith("https:") ? "; Secure" : ""}`;

/** The header that gives the browser its ticket. */
export const ticketCookie = (site: string, sealed: string): string =>
  `${cookieName(site)}=${encodeURIComponent(sealed)}; ${attributes(site, lifetimeMs / 1000)}`;

/** The headers that take it away. */
export const withoutTicket: readonly string[] = [
  `${cookieNames[0]}=; ${attributes("https:", 0)}`,
  `${cookieNames[1]}=; ${attributes("http:", 0)}`,
];

/** The ticket in a request's Cookie header. */
export function ticketIn(cookies: string | undefined): string | undefined {
  const pairs = new Map(
    (cookies ?? "")
      .slice(0, 16_384)
      .split(";")
      .map((pair): [string, string] => [pair.slice(0, pair.indexOf("=")).trim(), pair.slice(pair.indexOf("=") + 1).trim()]),
  );
  const sealed = pairs.get(cookieNames[0]) ?? pairs.get(cookieNames[1]);
  // A sealed text has no other characters, and % only for its dollar signs.
  return sealed === undefined || !/^(?:[\w-]|%24)+$/.test(sealed) ? undefined : decodeURIComponent(sealed);
}
