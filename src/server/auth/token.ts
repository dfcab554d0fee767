// Bearer tokens: signed texts that identify a user, of two kinds that are not interchangeable (docs/wire.md §3).
import { randomUUID } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import type { Clock } from "../store/clock.ts";
import type { Secrets } from "./secrets.ts";

const algorithm = "HS256";

type TokenKind = "access_token" | "refresh_token";

const claimsSchema = z.object({
  token_type: z.enum(["access_token", "refresh_token"]),
  tenant_id: z.string(),
  user_id: z.string(),
  /** The record of the other platform that they came from; "" for none. */
  oauth_id: z.string(),
  /** The session it belongs to; it ends with it. */
  sid: z.string(),
  /** Its own number: a refresh token is good once. */
  jti: z.string(),
  exp: z.number(),
});

/** The claims that the server reads. The other claims of the contract are for clients. */
type Claims = z.infer<typeof claimsSchema>;

/** The claims about the user that a client may read (docs/wire.md §3). */
export interface PersonClaims {
  readonly tenant_id: string;
  readonly user_id: string;
  readonly role_id: string;
  readonly dept_id: string;
  readonly post_id: string;
  readonly account: string;
  readonly user_name: string;
  readonly role_name: string;
  readonly oauth_id: string;
  readonly client_id: string;
}

interface TokenOrder {
  readonly kind: TokenKind;
  readonly person: PersonClaims;
  readonly sessionId: string;
  readonly seconds: number;
  readonly id?: string;
}

export interface Tokens {
  sign(order: TokenOrder): Promise<string>;
  /** The claims of a token of this kind that is whole, ours and in time. */
  read(token: string, kind: TokenKind): Promise<Claims | undefined>;
  /** The session of a token of ours, also when its time is over: for signing out. */
  sessionOf(token: string): Promise<string | undefined>;
}

/** Tolerated clock difference between processes of this installation. */
export const clockSkewSeconds = 300;
/** Longer texts are not our tokens and are not parsed. */
const maxTokenLength = 4096;
/** Signatures that were checked already, so that a request costs no second check. */
const rememberedTokens = 5_000;

/** Who signs the tokens of an installation, and which service takes them: the calls below /api. */
export function partiesOf(installation: string): { readonly issuer: string; readonly audience: string } {
  return { issuer: `urn:tracemark:${installation}`, audience: `urn:tracemark:${installation}:api` };
}

export function createTokens({ token: key, installation }: Pick<Secrets, "token" | "installation">, clock: Clock): Tokens {
  const { issuer, audience } = partiesOf(installation);
  const remembered = new Map<string, Claims>();

  const verify = async (token: string, toleranceSeconds = clockSkewSeconds): Promise<Claims | undefined> => {
    if (token.length > maxTokenLength) return undefined;
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [algorithm],
        issuer,
        audience,
        currentDate: new Date(clock.milliseconds()),
        clockTolerance: toleranceSeconds,
      });
      return claimsSchema.safeParse(payload).data;
    } catch {
      return undefined; // the caller only learns that it is not valid
    }
  };

  return {
    sign: async ({ kind, person, sessionId, seconds, id }) => {
      const from = Math.floor(clock.milliseconds() / 1000);
      return new SignJWT({ ...person, token_type: kind, sid: sessionId })
        .setProtectedHeader({ alg: algorithm, typ: "JWT" })
        .setIssuer(issuer)
        .setAudience(audience)
        .setJti(id ?? randomUUID())
        .setNotBefore(from)
        .setExpirationTime(from + seconds)
        .sign(key);
    },
    read: async (token, kind) => {
      let claims = remembered.get(token);
      if (claims === undefined) {
        claims = await verify(token);
        if (claims === undefined) return undefined;
        if (remembered.size >= rememberedTokens) remembered.clear();
        remembered.set(token, claims);
      }
      // The end is not put off: it is only the beginning that a token may come before.
      const isInTime = claims.exp * 1000 > clock.milliseconds();
      return isInTime && claims.token_type === kind ? claims : undefined;
    },
    sessionOf: async (token) => (await verify(token, Number.MAX_SAFE_INTEGER))?.sid,
  };
}
