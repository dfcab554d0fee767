// Counts failed sign-ins per account and per address, and locks after too many: five in thirty minutes.
import type { Clock } from "../store/clock.ts";
import type { Database, Statement } from "../store/database.ts";

export interface FailureLimits {
  readonly count: number;
  readonly minutes: number;
}

/** Defaults of the parameters account.failCount and account.failMinutes. */
export const defaultFailureLimits: FailureLimits = { count: 5, minutes: 30 };

export interface Attempt {
  /** False: refused without checking the password. */
  readonly isAdmitted: boolean;
  /** Attempts of the subject so far, this one and those that failed. */
  readonly count: number;
  /** The password was right: the attempt was no failure, and the account's earlier ones are forgotten. */
  succeeded(): Promise<void>;
}

/** An attempt that concerns no account. */
interface AttemptFrom extends Attempt {
  /** The same as a statement for the owner, so that the attempt succeeds together with its transaction. */
  readonly success: Statement;
}

export interface Failures {
  /** Counts the attempt as a failure before the password is checked, so that parallel attempts cannot exceed the limit. */
  begin(subjects: { readonly account: string; readonly address: string }, limits: FailureLimits): Promise<Attempt>;
  /** The same for attempts that concern no account: of one subject alone. */
  beginFrom(subject: string, limits: FailureLimits): Promise<AttemptFrom>;
}

/** The subject under which an account's failures are counted. */
export const accountSubject = (tenantId: string, account: string): string => `account:${tenantId}:${account.slice(0, 150)}`;
const addressSubject = (address: string): string => `address:${address.slice(0, 100)}`;

/** Forgets the failures of accounts. */
export const forgetFailures = (subjects: readonly string[]): Statement => ({
  sql: "delete from auth_failure where subject = any($1)",
  parameters: [subjects],
});

export function createFailures(database: Database, clock: Clock): Failures {
  const countAttempt = (subject: string, time: number, limits: FailureLimits): Statement => ({
    // Failures while locked do not extend the lock: users who wait get in.
    sql: `insert into auth_failure as known (subject, failures, until) values ($1, 1, $2::bigint + $3::bigint)
      on conflict (subject) do update set
        failures = case when known.until <= $2 then 1 else known.failures + 1 end,
        until = case when known.until > $2 and known.failures >= $4 then known.until else $2::bigint + $3::bigint end
      returning failures`,
    parameters: [subject, time, limits.minutes * 60_000, limits.count],
  });

  // Rows that another attempt holds are left to it: two must not wait for each other.
  const forgetOld = (time: number): Statement => ({
    sql: "delete from auth_failure where subject in (select subject from auth_failure where until < $1 for update skip locked)",
    parameters: [time],
  });
  const takeBack = (subject: string): Statement => ({
    sql: "update auth_failure set failures = greatest(failures - 1, 0) where subject = $1",
    parameters: [subject],
  });

  return {
    beginFrom: async (subject, limits) => {
      const time = clock.milliseconds();
      // As the owner: the request is not signed in yet.
      const [, counted] = await database.authentication.transaction((tx) =>
        tx.batch([forgetOld(time), countAttempt(subject, time, limits)]),
      );
      return {
        isAdmitted: Number(counted?.rows[0]?.["failures"]) <= limits.count,
        count: Number(counted?.rows[0]?.["failures"]),
        success: takeBack(subject),
        succeeded: async () => {
          await database.authentication.transaction((tx) => tx.query(takeBack(subject)));
        },
      };
    },

    begin: async ({ account, address }, limits) => {
      const time = clock.milliseconds();
      const subject = addressSubject(address);
      // As the owner: the request is not signed in yet.
      const count = await database.authentication.transaction(async (tx) => {
        const [, counted] = await tx.batch([forgetOld(time), countAttempt(subject, time, limits)]);
        const ofAddress = Number(counted?.rows[0]?.["failures"]);
        // An address that is locked out cannot lock accounts out.
        return ofAddress > limits.count ? ofAddress : Number((await tx.first(countAttempt(account, time, limits)))?.["failures"]);
      });
      return {
        isAdmitted: count <= limits.count,
        count,
        succeeded: async () => {
          await database.authentication.transaction((tx) => tx.batch([forgetFailures([account]), takeBack(subject)]));
        },
      };
    },
  };
}
