// Calls of somebody in a minute, counted across all processes, and not by a round trip for each: a process counts by itself, and adds to the
// number in the database, and learns what others counted, whenever a tenth of the limit has come together.
import { createHash } from "node:crypto";
import type { Clock } from "../store/clock.ts";
import type { Database } from "../store/database.ts";

/** Adds calls of a subject in a minute to those of all processes; returns how many there are. */
type AddCalls = (subject: string, minute: number, calls: number) => Promise<number>;

/** Counts a call of a subject; whether it is within a limit for this minute. What is refused without asking is not counted. */
export type CountCall = (subject: string, limit: number) => Promise<boolean>;

const windowMs = 60_000;
/** Clocks of processes may differ by five minutes, and each counts in its own minute. */
const retentionMinutes = 10;
/** A bound on memory: whoever called longest ago is counted anew, from what the database has of them. */
const maxSubjects = 20_000;
/** Of a limit: what a process admits without the others knowing. */
const unreportedShare = 10;

interface Counted {
  readonly minute: number;
  own: number;
  /** Of these, those that the database knows. */
  reported: number;
  ofOthers: number;
  reporting: Promise<void> | undefined;
}

export function createCallCounts(clock: Clock, add: AddCalls, onFailure: (error: unknown) => void): CountCall {
  const subjects = new Map<string, Counted>();
  let minute = 0;

  const countedOf = (subject: string): Counted => {
    const now = Math.floor(clock.milliseconds() / windowMs);
    if (now !== minute) {
      minute = now;
      subjects.clear();
    }
    const known = subjects.get(subject);
    const [oldest] = known === undefined && subjects.size >= maxSubjects ? subjects.keys() : [];
    if (oldest !== undefined) subjects.delete(oldest);
    const counted = known ?? { minute, own: 0, reported: 0, ofOthers: 0, reporting: undefined };
    // Behind the others: whoever calls stays.
    subjects.delete(subject);
    subjects.set(subject, counted);
    return counted;
  };

  const report = async (counted: Counted, subject: string): Promise<void> => {
    const { own, reported } = counted;
    try {
      // Reports that failed are not in the total, which then says nothing of the others.
      counted.ofOthers = Math.max(counted.ofOthers, (await add(subject, counted.minute, own - reported)) - own);
    } catch (error) {
      // A limit slows callers down; a database that cannot be written to (a full disk) is no reason to refuse them. This process counts alone.
      onFailure(error);
    } finally {
      // Not before: calls that came meanwhile wait for the answer to this one.
      counted.reported = own;
      counted.reporting = undefined;
    }
  };

  return async (subject, limit) => {
    const counted = countedOf(subject);
    if (counted.own + counted.ofOthers >= limit) return false;
    counted.own += 1;
    const number = counted.own;
    while (counted.own - counted.reported > limit / unreportedShare) await (counted.reporting ??= report(counted, subject));
    return number + counted.ofOthers <= limit;
  };
}

/** Counts in the database, as the owner: whoever calls is perhaps not signed in. Who it is, and which code is looked up, stays unreadable. */
export const callsIn =
  (database: Database): AddCalls =>
  async (subject, minute, calls) => {
    const [, counted] = await database.authentication.transaction((tx) =>
      tx.batch([
        {
          sql: `delete from auth_call_count where (subject, minute) in
            (select subject, minute from auth_call_count where minute < $1 for update skip locked)`,
          parameters: [minute - retentionMinutes],
        },
        {
          sql: `insert into auth_call_count as known (subject, minute, calls) values ($1, $2, $3)
            on conflict (subject, minute) do update set calls = known.calls + excluded.calls returning calls`,
          parameters: [createHash("sha256").update(subject).digest("base64url"), minute, calls],
        },
      ]),
    );
    return Number(counted?.rows[0]?.["calls"]);
  };
