// What a sign-in leaves behind that waits for its second factor: good for five minutes, five attempts and one session, in any process.
import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import type { Clock } from "../../store/clock.ts";
import type { Database } from "../../store/database.ts";

const lifetimeMs = 5 * 60 * 1000;
/** After these the password is asked for again; wrong codes of a person are counted besides. */
const maxAttempts = 5;

/** A sign-in whose first step succeeded. */
interface PendingSignIn {
  readonly tenantId: string;
  readonly userId: string;
  readonly clientId: string;
  /** Fingerprint of the password: whoever changes it ends this too. */
  readonly credential: string;
  readonly deptIds: readonly string[] | undefined;
  readonly roleIds: readonly string[] | undefined;
  readonly oauthId: string;
  readonly scope: string;
}

export interface Challenges {
  /** Seconds for which a new one is good. */
  readonly seconds: number;
  /** The text by which the second step names it. */
  issue(pending: PendingSignIn): Promise<string>;
  /** What waits for the second step of a client, whose attempts are not used up. */
  find(challenge: string, clientId: string): Promise<PendingSignIn | undefined>;
  /** Counts an attempt of a client and answers what waits; undefined where nothing does, or attempts are used up. */
  attempt(challenge: string, clientId: string): Promise<PendingSignIn | undefined>;
  /** Ends it; false when another request did so before. */
  redeem(challenge: string): Promise<boolean>;
}

const rowSchema = z.object({
  tenant_id: z.string(),
  user_id: z.string(),
  client_id: z.string(),
  credential: z.string(),
  dept_ids: z.array(z.string()).nullable(),
  role_ids: z.array(z.string()).nullable(),
  oauth_id: z.string(),
  scope: z.string(),
});

const columns = "tenant_id, user_id, client_id, credential, dept_ids, role_ids, oauth_id, scope";

function pendingOf(row: unknown): PendingSignIn {
  const found = rowSchema.parse(row);
  return {
    tenantId: found.tenant_id,
    userId: found.user_id,
    clientId: found.client_id,
    credential: found.credential,
    deptIds: found.dept_ids ?? undefined,
    roleIds: found.role_ids ?? undefined,
    oauthId: found.oauth_id,
    scope: found.scope,
  };
}

/** The database does not hold what opens a session. */
const idOf = (challenge: string): string => createHash("sha256").update(challenge).digest("base64url");

// As the owner throughout: nobody is signed in yet.
export function createChallenges({ database, clock }: { readonly database: Database; readonly clock: Clock }): Challenges {
  return {
    seconds: lifetimeMs / 1000,

    issue: async ({ tenantId, userId, clientId, credential, deptIds, roleIds, oauthId, scope }) => {
      const challenge = randomBytes(32).toString("base64url");
      const time = clock.milliseconds();
      await database.authentication.transaction((tx) =>
        tx.batch([
          {
            sql: "delete from auth_challenge where id in (select id from auth_challenge where expires_at < $1 for update skip locked)",
            parameters: [time],
          },
          {
            sql: `insert into auth_challenge (id, tenant_id, user_id, client_id, credential, dept_ids, role_ids, oauth_id, scope, expires_at, attempts)
              values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0)`,
            parameters: [
              idOf(challenge),
              tenantId,
              userId,
              clientId,
              credential,
              deptIds ?? null,
              roleIds ?? null,
              oauthId,
              scope,
              time + lifetimeMs,
            ],
          },
        ]),
      );
      return challenge;
    },

    find: async (challenge, clientId) => {
      const [answer] = await database.authentication.read("all tenants", [
        {
          sql: `select ${columns} from auth_challenge where id = $1 and client_id = $2 and expires_at > $3 and attempts < $4`,
          parameters: [idOf(challenge), clientId, clock.milliseconds(), maxAttempts],
        },
      ]);
      const row = answer?.rows[0];
      return row === undefined ? undefined : pendingOf(row);
    },

    attempt: async (challenge, clientId) => {
      const row = await database.authentication.transaction((tx) =>
        tx.first({
          sql: `update auth_challenge set attempts = attempts + 1 where id = $1 and client_id = $2 and expires_at > $3 and attempts < $4
            returning ${columns}`,
          parameters: [idOf(challenge), clientId, clock.milliseconds(), maxAttempts],
        }),
      );
      return row === undefined ? undefined : pendingOf(row);
    },

    redeem: async (challenge) => {
      const { rowCount } = await database.authentication.transaction((tx) =>
        tx.query({ sql: "delete from auth_challenge where id = $1", parameters: [idOf(challenge)] }),
      );
      return rowCount === 1;
    },
  };
}
