// Second factors as they are kept: the encrypted secret of a person's authenticator application, the number that gets their codes by text, and
// what is left of their recovery codes.
import type { KeyObject } from "node:crypto";
import { z } from "zod";
import type { Clock } from "../../store/clock.ts";
import type { Database, Statement, Transaction } from "../../store/database.ts";
import { consumeNonce } from "../nonces.ts";
import { decryptSecret, encryptSecret } from "../secret-storage.ts";
import { newRecoveryCodes, recoveryCodeIn, recoveryHash } from "./recovery-codes.ts";
import { forgetTextCodes, type TextCodes } from "./text-codes.ts";
import { endOfStep, stepOf } from "./totp.ts";

/** Whose factor it is. */
export interface FactorOwner {
  readonly tenantId: string;
  readonly userId: string;
}

/** What somebody may set up: an authenticator application, and codes by text. */
export const factorMethods = ["totp", "sms"] as const;
export type FactorMethod = (typeof factorMethods)[number];

/** The method of this name. */
export const factorMethodOf = (name: string | undefined): FactorMethod | undefined => factorMethods.find((method) => method === name);

/** How somebody has proved that the second factor is theirs. */
type ProofMethod = FactorMethod | "recovery";

/** What is set up. */
interface FactorState {
  readonly methods: readonly FactorMethod[];
  /** The number that gets codes by text. */
  readonly phone: string | undefined;
  /** Of the first method. */
  readonly setUpTime: number;
  readonly recoveryCodesLeft: number;
}

/** What is to be set up. */
type NewFactor = { readonly secret: string } | { readonly phone: string };

export interface Factors {
  /** undefined: none is set up. */
  stateOf(owner: FactorOwner): Promise<FactorState | undefined>;
  /** Whether a code is one of this secret now; it is spent, in every process. */
  spendCode(owner: FactorOwner, secret: string, code: string): Promise<boolean>;
  /**
   * Whether a code proves the factor of a person, by a method or by a recovery code; either is spent. Without a method it is of the
   * authenticator application, where there is one.
   */
  prove(owner: FactorOwner, code: string, method: FactorMethod | undefined): Promise<ProofMethod | undefined>;
  /**
   * Keeps a factor. All other sessions of the person end, and theirs counts as one with it. Answers the recovery codes, once: none where
   * the person has some already; undefined where their number has become another one.
   */
  setUp(owner: FactorOwner, factor: NewFactor, sessionId: string): Promise<readonly string[] | undefined>;
  /** Ends one method, or all. */
  remove(owner: FactorOwner, method: FactorMethod | undefined): Promise<void>;
  /** New recovery codes in place of all that are left. */
  renewRecoveryCodes(owner: FactorOwner): Promise<readonly string[]>;
}

interface FactorOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** Seals secrets. */
  readonly storageKey: KeyObject;
  /** Hashes recovery codes. */
  readonly recoveryKey: KeyObject;
  readonly textCodes: TextCodes;
}

/** Under which wrong codes of a person are counted. */
export const factorSubject = (tenantId: string, userId: string): string => `factor:${tenantId}:${userId}`;

/** Forgets the second factors of people of a tenant: they sign in with their password alone, or set up another one. */
export const forgetFactors = (tenantId: string, userIds: readonly string[]): readonly Statement[] => [
  forgetTextCodes(tenantId, userIds),
  { sql: "delete from auth_recovery_code where tenant_id = $1 and user_id = any($2)", parameters: [tenantId, userIds] },
  { sql: "delete from auth_phone_factor where tenant_id = $1 and user_id = any($2)", parameters: [tenantId, userIds] },
  { sql: "delete from auth_second_factor where tenant_id = $1 and user_id = any($2)", parameters: [tenantId, userIds] },
];

/** The number that gets a person's codes by text, if there is one. */
export const numberOfCodes = (tenantId: string, userId: string): Statement => ({
  sql: "select phone from auth_phone_factor where tenant_id = $1 and user_id = $2",
  parameters: [tenantId, userId],
});

/** Forgets that people of a tenant get codes by text, and the recovery codes of those who have no other factor. */
export const forgetPhones = (tenantId: string, userIds: readonly string[]): readonly Statement[] => [
  forgetTextCodes(tenantId, userIds),
  { sql: "delete from auth_phone_factor where tenant_id = $1 and user_id = any($2)", parameters: [tenantId, userIds] },
  withoutFactors(tenantId, userIds),
];

/** Recovery codes stand for a factor: without one they are nothing. */
const withoutFactors = (tenantId: string, userIds: readonly string[]): Statement => ({
  sql: `delete from auth_recovery_code c where c.tenant_id = $1 and c.user_id = any($2)
    and not exists (select 1 from auth_second_factor f where f.tenant_id = c.tenant_id and f.user_id = c.user_id)
    and not exists (select 1 from auth_phone_factor n where n.tenant_id = c.tenant_id and n.user_id = c.user_id)`,
  parameters: [tenantId, userIds],
});

/** Ends the sessions of people of a tenant, but for one. */
export const endSessionsOf = (tenantId: string, userIds: readonly string[], time: number, butFor = ""): Statement => ({
  sql: "update auth_session set ended_at = $3 where tenant_id = $1 and user_id = any($2) and ended_at is null and id <> $4",
  parameters: [tenantId, userIds, time, butFor],
});

const optionalTime = z.coerce.number().nullable();
const rowSchema = z.object({
  secret: z.string().nullable(),
  confirmed_at: optionalTime,
  phone: z.string().nullable(),
  phone_confirmed_at: optionalTime,
  codes_left: z.coerce.number(),
});

// On the connections of authentication throughout: some of it happens before anybody is signed in.
export function createFactors({ database, clock, storageKey, recoveryKey, textCodes }: FactorOptions): Factors {
  const find = async ({ tenantId, userId }: FactorOwner) => {
    const [answer] = await database.authentication.read({ tenantId }, [
      {
        sql: `select f.secret, f.confirmed_at, n.phone, n.confirmed_at as phone_confirmed_at,
            (select count(*) from auth_recovery_code c where c.tenant_id = $1 and c.user_id = $2) as codes_left
          from (select * from auth_second_factor where tenant_id = $1 and user_id = $2) f
            full join (select * from auth_phone_factor where tenant_id = $1 and user_id = $2) n using (tenant_id, user_id)`,
        parameters: [tenantId, userId],
      },
    ]);
    const row = answer?.rows[0];
    return row === undefined ? undefined : rowSchema.parse(row);
  };

  const keepRecoveryCodes = async (tx: Transaction, { tenantId, userId }: FactorOwner, codes: readonly string[]): Promise<void> => {
    await tx.batch([
      { sql: "delete from auth_recovery_code where tenant_id = $1 and user_id = $2", parameters: [tenantId, userId] },
      {
        sql: "insert into auth_recovery_code (tenant_id, user_id, hash) select $1, $2, unnest($3::text[])",
        parameters: [tenantId, userId, codes.map((code) => recoveryHash(recoveryKey, userId, code))],
      },
    ]);
  };

  const keepFactor = ({ tenantId, userId }: FactorOwner, factor: NewFactor, time: number): Statement =>
    "secret" in factor
      ? {
          sql: `insert into auth_second_factor (tenant_id, user_id, secret, confirmed_at) values ($1, $2, $3, $4)
            on conflict (tenant_id, user_id) do update set secret = excluded.secret, confirmed_at = excluded.confirmed_at`,
          parameters: [tenantId, userId, encryptSecret(storageKey, factor.secret), time],
        }
      : {
          // Of the number that the person has at this moment: whoever changes it meanwhile waits, and then finds the factor.
          sql: `insert into auth_phone_factor (tenant_id, user_id, phone, confirmed_at)
            select tenant_id, id, phone, $4 from "user" where tenant_id = $1 and id = $2 and phone = $3 and is_deleted = 0 for update
            on conflict (tenant_id, user_id) do update set phone = excluded.phone, confirmed_at = excluded.confirmed_at`,
          parameters: [tenantId, userId, factor.phone, time],
        };

  const spendCode = async ({ userId }: FactorOwner, secret: string, code: string): Promise<boolean> => {
    const step = stepOf(secret, code, clock.milliseconds());
    return step !== undefined && consumeNonce({ database, clock }, "auth_spent_code", `${userId}:${step}`, endOfStep(step));
  };

  return {
    spendCode,
    stateOf: async (owner) => {
      const found = await find(owner);
      if (found === undefined) return undefined;
      const { secret, confirmed_at, phone, phone_confirmed_at } = found;
      return {
        methods: [...(secret === null ? [] : ["totp" as const]), ...(phone === null ? [] : ["sms" as const])],
        phone: phone ?? undefined,
        setUpTime: Math.min(confirmed_at ?? Number.POSITIVE_INFINITY, phone_confirmed_at ?? Number.POSITIVE_INFINITY),
        recoveryCodesLeft: found.codes_left,
      };
    },

    prove: async (owner, sent, method) => {
      const code = sent.replaceAll(/\s/g, "");
      const found = await find(owner);
      if (found === undefined) return undefined;
      if (recoveryCodeIn(code) !== undefined) {
        const { rowCount } = await database.authentication.transaction((tx) =>
          tx.query({
            sql: "delete from auth_recovery_code where tenant_id = $1 and user_id = $2 and hash = $3",
            parameters: [owner.tenantId, owner.userId, recoveryHash(recoveryKey, owner.userId, code)],
          }),
        );
        return rowCount === 1 ? "recovery" : undefined;
      }
      if (found.secret !== null && method !== "sms") {
        const secret = decryptSecret(storageKey, found.secret);
        // Encrypted with another key: only an administrator can help, who resets it.
        return secret !== undefined && (await spendCode(owner, secret, code)) ? "totp" : undefined;
      }
      if (found.phone === null || method === "totp") return undefined;
      return (await textCodes.spend({ ...owner, phone: found.phone }, "proof", code)) ? "sms" : undefined;
    },

    setUp: async (owner, factor, sessionId) => {
      const codes = newRecoveryCodes();
      const time = clock.milliseconds();
      const { tenantId, userId } = owner;
      return database.authentication.transaction(async (tx) => {
        const before = await tx.first({
          sql: "select 1 from auth_recovery_code where tenant_id = $1 and user_id = $2 limit 1",
          parameters: [tenantId, userId],
        });
        const { rowCount } = await tx.query(keepFactor(owner, factor, time));
        if (rowCount === 0) return undefined;
        if (before === undefined) await keepRecoveryCodes(tx, owner, codes);
        await tx.query(endSessionsOf(tenantId, [userId], time, sessionId));
        await tx.query({ sql: "update auth_session set has_factor = true where id = $1", parameters: [sessionId] });
        return before === undefined ? codes : [];
      });
    },

    remove: async ({ tenantId, userId }, method) => {
      const totp = { sql: "delete from auth_second_factor where tenant_id = $1 and user_id = $2", parameters: [tenantId, userId] };
      const statements = {
        totp: [totp, withoutFactors(tenantId, [userId])],
        sms: forgetPhones(tenantId, [userId]),
        all: forgetFactors(tenantId, [userId]),
      };
      await database.authentication.transaction((tx) => tx.batch([...statements[method ?? "all"]]));
    },

    renewRecoveryCodes: async (owner) => {
      const codes = newRecoveryCodes();
      await database.authentication.transaction((tx) => keepRecoveryCodes(tx, owner, codes));
      return codes;
    },
  };
}
