// Second factors as they are kept: the sealed secret of each person who has set one up, and what is left of their recovery codes.
import type { KeyObject } from "node:crypto";
import { z } from "zod";
import type { Clock } from "../../store/clock.ts";
import type { Database, Statement, Transaction } from "../../store/database.ts";
import { consumeNonce } from "../nonces.ts";
import { openSecret, sealSecret } from "../secret-storage.ts";
import { newRecoveryCodes, recoveryCodeIn, recoveryHash } from "./recovery-codes.ts";
import { endOfStep, stepOf } from "./totp.ts";

/** Whose factor it is. */
export interface FactorOwner {
  readonly tenantId: string;
  readonly userId: string;
}

/** How somebody has proved that the second factor is theirs. */
export type ProofMethod = "totp" | "recovery";

/** What a person sees of their own factor. */
export interface FactorState {
  readonly setUpTime: number;
  readonly recoveryCodesLeft: number;
}

export interface Factors {
  /** undefined: none is set up. */
  stateOf(owner: FactorOwner): Promise<FactorState | undefined>;
  /** Whether a code is one of this secret now; it is spent, in every process. */
  spendCode(owner: FactorOwner, secret: string, code: string): Promise<boolean>;
  /** Whether a code proves the factor of a person, by the telephone or by a recovery code; either is spent. */
  prove(owner: FactorOwner, code: string): Promise<ProofMethod | undefined>;
  /** Keeps a factor. All other sessions of the person end, and theirs counts as one with it. Answers the recovery codes, once. */
  setUp(owner: FactorOwner, secret: string, sessionId: string): Promise<readonly string[]>;
  remove(owner: FactorOwner): Promise<void>;
  /** New recovery codes in place of all that are left. */
  renewRecoveryCodes(owner: FactorOwner): Promise<readonly string[]>;
}

export interface FactorOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** Seals secrets. */
  readonly storageKey: KeyObject;
  /** Hashes recovery codes. */
  readonly recoveryKey: KeyObject;
}

/** Under which wrong codes of a person are counted. */
export const factorSubject = (tenantId: string, userId: string): string => `factor:${tenantId}:${userId}`;

/** Forgets the second factors of people of a tenant: they sign in with their password alone, or set up another one. */
export const forgetFactors = (tenantId: string, userIds: readonly string[]): readonly Statement[] => [
  { sql: "delete from auth_recovery_code where tenant_id = $1 and user_id = any($2)", parameters: [tenantId, userIds] },
  { sql: "delete from auth_second_factor where tenant_id = $1 and user_id = any($2)", parameters: [tenantId, userIds] },
];

/** Ends the sessions of people of a tenant, but for one. */
export const endSessionsOf = (tenantId: string, userIds: readonly string[], time: number, butFor = ""): Statement => ({
  sql: "update auth_session set ended_at = $3 where tenant_id = $1 and user_id = any($2) and ended_at is null and id <> $4",
  parameters: [tenantId, userIds, time, butFor],
});

const rowSchema = z.object({ secret: z.string(), confirmed_at: z.coerce.number(), codes_left: z.coerce.number() });

// On the connections of authentication throughout: some of it happens before anybody is signed in.
export function createFactors({ database, clock, storageKey, recoveryKey }: FactorOptions): Factors {
  const find = async ({ tenantId, userId }: FactorOwner) => {
    const [answer] = await database.authentication.read({ tenantId }, [
      {
        sql: `select secret, confirmed_at, (select count(*) from auth_recovery_code c where c.tenant_id = $1 and c.user_id = $2) as codes_left
          from auth_second_factor where tenant_id = $1 and user_id = $2`,
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

  const spendCode = async ({ userId }: FactorOwner, secret: string, code: string): Promise<boolean> => {
    const step = stepOf(secret, code, clock.milliseconds());
    return step !== undefined && consumeNonce({ database, clock }, "auth_spent_code", `${userId}:${step}`, endOfStep(step));
  };

  return {
    spendCode,
    stateOf: async (owner) => {
      const found = await find(owner);
      return found === undefined ? undefined : { setUpTime: found.confirmed_at, recoveryCodesLeft: found.codes_left };
    },

    prove: async (owner, sent) => {
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
      const secret = openSecret(storageKey, found.secret);
      // Sealed with another key: only an administrator can help, who resets it.
      return secret !== undefined && (await spendCode(owner, secret, code)) ? "totp" : undefined;
    },

    setUp: async (owner, secret, sessionId) => {
      const codes = newRecoveryCodes();
      const time = clock.milliseconds();
      const { tenantId, userId } = owner;
      await database.authentication.transaction(async (tx) => {
        await tx.query({
          sql: `insert into auth_second_factor (tenant_id, user_id, secret, confirmed_at) values ($1, $2, $3, $4)
            on conflict (tenant_id, user_id) do update set secret = excluded.secret, confirmed_at = excluded.confirmed_at`,
          parameters: [tenantId, userId, sealSecret(storageKey, secret), time],
        });
        await keepRecoveryCodes(tx, owner, codes);
        await tx.query(endSessionsOf(tenantId, [userId], time, sessionId));
        await tx.query({ sql: "update auth_session set has_factor = true where id = $1", parameters: [sessionId] });
      });
      return codes;
    },

    remove: async ({ tenantId, userId }) => {
      await database.authentication.transaction((tx) => tx.batch([...forgetFactors(tenantId, [userId])]));
    },

    renewRecoveryCodes: async (owner) => {
      const codes = newRecoveryCodes();
      await database.authentication.transaction((tx) => keepRecoveryCodes(tx, owner, codes));
      return codes;
    },
  };
}
