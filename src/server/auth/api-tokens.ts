// API tokens as requests bring them: long random texts of which only a hash is kept, found with every request like a session.
import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { Shared } from "../access/shared.ts";
import { platformVersion, subscriptionVersion } from "../access/version.ts";
import type { Clock } from "../store/clock.ts";
import type { Database, Statement } from "../store/database.ts";

/** By this secret scanners, and people, know one. */
const beginning = "tmk_";
/** Characters that lists show of a token. */
const shown = 10;
/** The last use is written at most this often: it costs a write each time. */
const usedEveryMs = 60_000;
/** Tokens whose last use is cached; a bound on memory. */
const rememberedUses = 10_000;
/** States of the resource api-token. */
const tokenStatus = { active: 1, revoked: 2 } as const;

/** A token that is neither revoked nor expired, with the versions of what decides about the rights of its account. */
export interface LivingToken {
  readonly hash: string;
  readonly id: string;
  readonly name: string;
  readonly tenantId: string;
  readonly userId: string;
  /** Menus and buttons that were chosen for it. */
  readonly menuIds: readonly string[];
  readonly expireTime: string;
  readonly platformVersion: string;
  readonly tenantVersion: string;
  /** Of webhooks. */
  readonly subscriptionVersion: string;
}

export interface ApiTokens {
  /** The living token of a hash. */
  find(hash: string): Promise<LivingToken | undefined>;
  /** Notes that a token is in use. */
  recordUse(token: LivingToken, address: string): Promise<void>;
}

/** Whether a text is to be taken for an API token. */
export const isApiToken = (text: string): boolean => text.startsWith(beginning);

export const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("base64url");

/** A new token. The whole text is for whoever made it, once. */
export function newApiToken(): { readonly token: string; readonly prefix: string; readonly hash: string } {
  const token = beginning + randomBytes(32).toString("base64url");
  return { token, prefix: token.slice(0, shown), hash: hashOfToken(token) };
}

/** Keeps the hash of the token of a row. */
export const insertToken = (row: { readonly id: string; readonly tenantId: string }, hash: string): Statement => ({
  sql: "insert into auth_api_token (hash, tenant_id, token_id) values ($1, $2, $3)",
  parameters: [hash, row.tenantId, row.id],
});

const tokensSchema = z.array(
  z.object({
    id: z.string(),
    tenant_id: z.string(),
    name: z.string().nullable(),
    user_id: z.string(),
    menu_ids: z.array(z.string()).nullable(),
    expire_time: z.string(),
  }),
);
const hashesSchema = z.array(
  z.object({
    hash: z.string(),
    id: z.string(),
    tenant_id: z.string(),
    platform_version: z.string().nullable(),
    tenant_version: z.string().nullable(),
    subscription_version: z.string(),
  }),
);

/** Whose token it is, with the versions of what decides about their rights. */
const selectHashes = `select h.hash, h.tenant_id, h.token_id::text as id,
    (select version from rights_version where tenant_id = $2) as platform_version,
    coalesce((select version from rights_version where tenant_id = $3), 0) as subscription_version,
    (select version from rights_version v where v.tenant_id = h.tenant_id) as tenant_version
  from auth_api_token h where h.hash = any($1)`;

const selectToken = `select t.id::text as id, t.tenant_id, t.name, t.user_id, t.menu_ids, t.expire_time
  from api_token t where t.tenant_id = $1 and t.id = $2 and t.status = ${tokenStatus.active} and t.is_deleted = 0`;

// As the owner throughout: a token is looked up to learn the tenant of a request.
export function createApiTokens(database: Database, clock: Clock): ApiTokens {
  const uses = new Map<string, number>();
  const living = new Shared<string, LivingToken>(async (hashes) => {
    const [answer] = await database.authentication.read("all tenants", [
      { sql: selectHashes, parameters: [hashes, platformVersion, subscriptionVersion], name: "hashes_of_api_tokens" },
    ]);
    const found = hashesSchema.parse(answer?.rows ?? []);
    if (found.length === 0) return new Map();
    // Each by itself: they are on the nodes of their tenants.
    const answers = await database.authentication.read(
      "all tenants",
      found.map((row) => ({ sql: selectToken, parameters: [row.tenant_id, row.id], name: "living_api_token" })),
    );
    const tokens = tokensSchema.parse(answers.flatMap(({ rows }) => rows));
    const tokenOf = new Map(tokens.map((token) => [`${token.tenant_id} ${token.id}`, token]));
    return new Map(
      found.flatMap((row): [string, LivingToken][] => {
        const token = tokenOf.get(`${row.tenant_id} ${row.id}`);
        if (token === undefined) return [];
        return [
          [
            row.hash,
            {
              hash: row.hash,
              id: row.id,
              name: token.name ?? "",
              tenantId: row.tenant_id,
              userId: token.user_id,
              menuIds: token.menu_ids ?? [],
              expireTime: token.expire_time,
              platformVersion: String(row.platform_version),
              tenantVersion: String(row.tenant_version),
              subscriptionVersion: row.subscription_version,
            },
          ],
        ];
      }),
    );
  });
  return {
    find: async (hash) => {
      const found = await living.get(hash);
      return found === undefined || found.expireTime <= clock.now() ? undefined : found;
    },

    recordUse: async ({ id, tenantId }, address) => {
      const time = clock.milliseconds();
      if (time - (uses.get(id) ?? 0) < usedEveryMs) return;
      if (uses.size >= rememberedUses) uses.clear();
      uses.set(id, time);
      await database.authentication.transaction((tx) =>
        tx.query({
          // Other processes have perhaps written it within the minute.
          sql: `update api_token set last_used_time = $2, last_used_address = $3
            where tenant_id = $4 and id = $1 and (last_used_time is null or last_used_time <= $2::timestamp - interval '1 minute' or last_used_time > $2::timestamp)`,
          parameters: [id, clock.now(), address.slice(0, 45), tenantId],
        }),
      );
    },
  };
}
