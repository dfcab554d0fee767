// Sessions: one per sign-in, with the number of its current refresh token; bearer tokens are good while theirs lasts.
import { createHash, randomUUID } from "node:crypto";
import { z } from "zod";
import { Shared } from "../access/shared.ts";
import { platformVersion, subscriptionVersion } from "../access/version.ts";
import type { Clock } from "../store/clock.ts";
import type { Database, Statement } from "../store/database.ts";

/** The previous refresh token is accepted once more within this time: its answer may have been lost, or two windows refreshed at once. */
const graceMs = 10_000;
/** A session ends at last, however often it is renewed: then the person signs in again. */
const maxAgeMs = 30 * 24 * 60 * 60 * 1000;
/** Ended sessions are kept this long, so that a stolen token that comes late is still recognised. */
const endedRetentionMs = 24 * 60 * 60 * 1000;
/** When a session was last used is known to this precision: it costs a write each time. */
const usedEveryMs = 5 * 60 * 1000;
/** Sessions whose last use is cached; a bound on memory. */
const rememberedUses = 10_000;

const sessionSchema = z.object({
  id: z.string(),
  tenant_id: z.string(),
  user_id: z.string(),
  client_id: z.string(),
  credential: z.string(),
  refresh_id: z.string(),
  previous_refresh_id: z.string().nullable(),
  refreshed_at: z.coerce.number(),
  dept_ids: z.array(z.string()).nullable(),
  role_ids: z.array(z.string()).nullable(),
  last_used_at: z.coerce.number().nullable(),
  created_at: z.coerce.number(),
  expires_at: z.coerce.number(),
  ended_at: z.coerce.number().nullable(),
  has_factor: z.boolean(),
});

export interface Session {
  readonly id: string;
  readonly tenantId: string;
  readonly userId: string;
  readonly clientId: string;
  /** Fingerprint of the password it was opened with: it ends with that password. */
  readonly credential: string;
  readonly refreshId: string;
  /** Departments and roles chosen at sign-in where people choose (switch mode); undefined: all of the person's. */
  readonly deptIds: readonly string[] | undefined;
  readonly roleIds: readonly string[] | undefined;
  /** Milliseconds since 1970, to five minutes. */
  readonly lastUsedAt: number;
  readonly expiresAt: number;
  /** It was opened with the second factor of its person, or that was set up in it. */
  readonly hasFactor: boolean;
}

/** The device of a sign-in: the user agent and the address. */
interface Origin {
  readonly userAgent: string;
  readonly address: string;
}

interface NewSession {
  readonly tenantId: string;
  readonly userId: string;
  readonly clientId: string;
  readonly passwordHash: string;
  readonly deptIds: readonly string[] | undefined;
  readonly roleIds: readonly string[] | undefined;
  readonly seconds: number;
  readonly hasFactor: boolean;
  readonly origin: Origin;
  /** The registered device that it belongs to. */
  readonly deviceId?: string | undefined;
}

/** A session that has not ended, with the versions of what decides about the rights of its person. */
interface LivingSession {
  readonly session: Session;
  readonly platformVersion: string;
  readonly tenantVersion: string;
  /** Of webhooks. */
  readonly subscriptionVersion: string;
}

export interface Sessions {
  open(session: NewSession): Promise<Session>;
  /** The current session, unless it has ended. */
  find(id: string): Promise<LivingSession | undefined>;
  /**
   * Exchanges the number of a refresh token for the next one. A number that was exchanged before means that two parties hold the token: the
   * session ends for both.
   */
  renew(id: string, refreshId: string, chosen: Pick<NewSession, "deptIds" | "roleIds" | "seconds">): Promise<Session | undefined>;
  /** Notes that the session is in use. */
  recordUse(session: Pick<Session, "id" | "lastUsedAt">): Promise<void>;
  end(id: string): Promise<void>;
}

/** A fingerprint of a password that does not reveal it. */
export const credentialOf = (passwordHash: string): string => createHash("sha256").update(passwordHash).digest("base64url");

/** Lets a session outlive a change of its own user's password. */
export const updateSessionCredential = (id: string, passwordHash: string): Statement => ({
  sql: "update auth_session set credential = $2 where id = $1",
  parameters: [id, credentialOf(passwordHash)],
});

/** Ends sessions of any tenants: at their next request, in every process. */
export const endSessions = (ids: readonly string[], time: number): Statement => ({
  sql: "update auth_session set ended_at = $2 where id = any($1) and ended_at is null",
  parameters: [ids, time],
});

/** Ends the sessions that people of a tenant have on these devices. */
export const endDeviceSessions = (tenantId: string, deviceIds: readonly string[], time: number): Statement => ({
  sql: "update auth_session set ended_at = $3 where tenant_id = $1 and device_id = any($2) and ended_at is null",
  parameters: [tenantId, deviceIds, time],
});

const columns =
  "id, tenant_id, user_id, client_id, credential, refresh_id, previous_refresh_id, refreshed_at, dept_ids, role_ids, last_used_at, created_at, expires_at, ended_at, has_factor";

/** Lengths of the columns (tables.ts). */
const [maxUserAgentLength, maxAddressLength] = [300, 45];

function sessionOf(row: z.infer<typeof sessionSchema>): Session {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    userId: row.user_id,
    clientId: row.client_id,
    credential: row.credential,
    refreshId: row.refresh_id,
    deptIds: row.dept_ids ?? undefined,
    roleIds: row.role_ids ?? undefined,
    lastUsedAt: Math.max(row.last_used_at ?? 0, row.refreshed_at),
    expiresAt: row.expires_at,
    hasFactor: row.has_factor,
  };
}

/** The sessions of these ids that have not ended. */
const selectLiving = `select ${columns}, (select version from rights_version where tenant_id = $2) as platform_version,
    coalesce((select version from rights_version where tenant_id = $3), 0) as subscription_version,
    (select version from rights_version v where v.tenant_id = s.tenant_id) as tenant_version
  from auth_session s where id = any($1) and ended_at is null`;

const livingSchema = z.array(
  sessionSchema.extend({
    platform_version: z.string().nullable(),
    tenant_version: z.string().nullable(),
    subscription_version: z.string(),
  }),
);

// As the owner throughout: a session is looked up to learn the tenant of a request.
export function createSessions(database: Database, clock: Clock): Sessions {
  const uses = new Map<string, number>();
  // Part of every request: whether its session is active, and whether rights changed since they were cached.
  const living = new Shared<string, LivingSession>(async (ids) => {
    const [answer] = await database.authentication.read("all tenants", [
      { sql: selectLiving, parameters: [ids, platformVersion, subscriptionVersion], name: "living_sessions" },
    ]);
    return new Map(
      livingSchema.parse(answer?.rows ?? []).map((row) => [
        row.id,
        {
          session: sessionOf(row),
          platformVersion: String(row.platform_version),
          tenantVersion: String(row.tenant_version),
          subscriptionVersion: row.subscription_version,
        },
      ]),
    );
  });
  return {
    open: async ({ tenantId, userId, clientId, passwordHash, deptIds, roleIds, seconds, hasFactor, origin, deviceId }) => {
      const time = clock.milliseconds();
      const session: Session = {
        id: randomUUID(),
        tenantId,
        userId,
        clientId,
        credential: credentialOf(passwordHash),
        refreshId: randomUUID(),
        deptIds,
        roleIds,
        lastUsedAt: time,
        expiresAt: time + Math.min(seconds * 1000, maxAgeMs),
        hasFactor,
      };
      await database.authentication.transaction((tx) =>
        tx.batch([
          {
            sql: "delete from auth_session where id in (select id from auth_session where expires_at < $1 for update skip locked)",
            parameters: [time - endedRetentionMs],
          },
          {
            sql: `insert into auth_session (id, tenant_id, user_id, client_id, credential, refresh_id, refreshed_at, dept_ids, role_ids, created_at, expires_at, user_agent, address, last_used_at, has_factor, device_id)
              values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $7, $10, $11, $12, $7, $13, $14)`,
            parameters: [
              session.id,
              tenantId,
              userId,
              clientId,
              session.credential,
              session.refreshId,
              time,
              deptIds ?? null,
              roleIds ?? null,
              session.expiresAt,
              origin.userAgent.slice(0, maxUserAgentLength),
              origin.address.slice(0, maxAddressLength),
              hasFactor,
              deviceId ?? null,
            ],
          },
        ]),
      );
      return session;
    },

    find: (id) => living.get(id),

    renew: (id, refreshId, { deptIds, roleIds, seconds }) =>
      database.authentication.transaction(async (tx) => {
        const stored = await tx.first({
          sql: `select ${columns} from auth_session where id = $1 and ended_at is null for update`,
          parameters: [id],
        });
        if (stored === undefined) return undefined;
        const row = sessionSchema.parse(stored);
        const time = clock.milliseconds();
        if (row.expires_at <= time) return undefined;
        if (row.previous_refresh_id === refreshId && time - row.refreshed_at <= graceMs) return sessionOf(row);
        if (row.refresh_id !== refreshId) {
          await tx.query({ sql: "update auth_session set ended_at = $2 where id = $1", parameters: [id, time] });
          return undefined;
        }
        const expiresAt = Math.min(time + seconds * 1000, row.created_at + maxAgeMs);
        const renewed: Session = {
          ...sessionOf(row),
          refreshId: randomUUID(),
          expiresAt,
          deptIds: deptIds ?? row.dept_ids ?? undefined,
          roleIds: roleIds ?? row.role_ids ?? undefined,
        };
        await tx.query({
          sql: "update auth_session set refresh_id = $2, previous_refresh_id = refresh_id, refreshed_at = $3, expires_at = $4, dept_ids = $5, role_ids = $6 where id = $1",
          parameters: [id, renewed.refreshId, time, renewed.expiresAt, renewed.deptIds ?? null, renewed.roleIds ?? null],
        });
        return renewed;
      }),

    recordUse: async ({ id, lastUsedAt }) => {
      const time = clock.milliseconds();
      if (time - Math.max(uses.get(id) ?? 0, lastUsedAt) < usedEveryMs) return;
      if (uses.size >= rememberedUses) uses.clear();
      uses.set(id, time);
      await database.authentication.transaction((tx) =>
        tx.query({ sql: "update auth_session set last_used_at = $2 where id = $1", parameters: [id, time] }),
      );
    },

    end: async (id) => {
      await database.authentication.transaction((tx) =>
        tx.query({
          sql: "update auth_session set ended_at = $2 where id = $1 and ended_at is null",
          parameters: [id, clock.milliseconds()],
        }),
      );
    },
  };
}
