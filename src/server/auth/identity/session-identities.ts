// What it takes to ask a provider later whether the person of a session is still there: kept encrypted for as long as the session, or the
// second step of its sign-in, may last.
import { createHash, type KeyObject } from "node:crypto";
import { z } from "zod";
import type { Clock } from "../../store/clock.ts";
import type { Database, Statement } from "../../store/database.ts";
import { decryptSecret, encryptSecret } from "../secret-storage.ts";
import type { IdentityProof } from "./provider.ts";

/** A session lasts no longer (sessions.ts). */
const retentionMs = 31 * 24 * 60 * 60 * 1000;
/** Two requests that renew a session at once ask the provider once: a refresh token there is good once, too. */
const claimMs = 10_000;

const contentSchema = z.object({
  providerId: z.string(),
  checkedAt: z.number(),
  proof: z.object({
    subject: z.string(),
    account: z.string().optional(),
    accessToken: z.string().optional(),
    refreshToken: z.string().optional(),
    idToken: z.string().optional(),
  }),
});

/** Removes those of a tenant whose sessions are over. */
export const removeExpiredIdentities = (tenantId: string, now: number): Statement => ({
  sql: "delete from auth_identity where tenant_id = $1 and expires_at < $2",
  parameters: [tenantId, now],
});

/** The identity behind a session. */
export interface SessionIdentity {
  readonly providerId: string;
  readonly proof: IdentityProof;
  /** When the provider last confirmed it, in milliseconds since 1970. */
  readonly checkedAt: number;
}

export interface SessionIdentities {
  /** Stores it for a session, or for a challenge that waits for its second step. */
  store(owner: IdentityOwner, identity: SessionIdentity): Promise<void>;
  /** Hands it from a challenge to the session that it has opened. */
  move(from: IdentityOwner, sessionId: string): Promise<void>;
  find(owner: IdentityOwner): Promise<SessionIdentity | undefined>;
  /** The same for one of several who ask at once; undefined for the others, and for a session without one. */
  claim(owner: IdentityOwner): Promise<SessionIdentity | undefined>;
}

export interface IdentityOwner {
  readonly tenantId: string;
  /** The id of a session, or the text of a challenge. */
  readonly id: string;
}

interface SessionIdentitiesOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly storageKey: KeyObject;
}

/** The database does not hold what completes a sign-in (second-factor/challenges.ts). */
const hashOf = (id: string): string => createHash("sha256").update(id).digest("base64url");

// As the owner throughout: nobody is signed in yet.
export function sessionIdentities({ database, clock, storageKey }: SessionIdentitiesOptions): SessionIdentities {
  const opened = (row: Readonly<Record<string, unknown>> | undefined): SessionIdentity | undefined => {
    const text = row === undefined ? undefined : decryptSecret(storageKey, String(row["content"]));
    return text === undefined ? undefined : contentSchema.parse(JSON.parse(text));
  };
  return {
    store: async ({ tenantId, id }, identity) => {
      const time = clock.milliseconds();
      await database.authentication.transaction((tx) =>
        tx.query({
          sql: `insert into auth_identity (tenant_id, id, content, expires_at) values ($1, $2, $3, $4)
            on conflict (tenant_id, id) do update set content = excluded.content`,
          parameters: [tenantId, hashOf(id), encryptSecret(storageKey, JSON.stringify(identity)), time + retentionMs],
        }),
      );
    },
    move: async ({ tenantId, id }, sessionId) => {
      await database.authentication.transaction((tx) =>
        tx.query({
          sql: "update auth_identity set id = $3 where tenant_id = $1 and id = $2",
          parameters: [tenantId, hashOf(id), hashOf(sessionId)],
        }),
      );
    },
    find: async ({ tenantId, id }) => {
      const [answer] = await database.authentication.read("all tenants", [
        { sql: "select content from auth_identity where tenant_id = $1 and id = $2", parameters: [tenantId, hashOf(id)] },
      ]);
      return opened(answer?.rows[0]);
    },
    claim: async ({ tenantId, id }) => {
      const time = clock.milliseconds();
      const row = await database.authentication.transaction((tx) =>
        tx.first({
          sql: `update auth_identity set claimed_at = $3 where tenant_id = $1 and id = $2 and (claimed_at is null or claimed_at <= $4)
            returning content`,
          parameters: [tenantId, hashOf(id), time, time - claimMs],
        }),
      );
      return opened(row);
    },
  };
}
