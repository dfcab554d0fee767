// How much a mailbox has sent, and when it may send again.
import { sql } from "kysely";
import type { CommitContext } from "../../../contract.ts";
import { db, first } from "../../../rows/query.ts";
import type { StoredRow } from "../../../rows/stored.ts";
import { tables } from "../../../rows/tables.ts";
import { localTime, millisecondsOf } from "../../../store/clock.ts";
import type { Transaction } from "../../../store/database.ts";
import { attemptOutcomes } from "./mail-states.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Attempts by which the server has a mail, or may have it. */
const counted = [attemptOutcomes.underWay, attemptOutcomes.accepted, attemptOutcomes.unknown];

interface Sent {
  readonly inHour: number;
  readonly today: number;
  /** The attempt of the last hour after which there is room again. */
  readonly since: string | null;
}

/** What was sent from a mailbox; of the last hour also the attempt that leaves it first, where the hour is full. */
async function sentFrom(context: CommitContext, tx: Transaction, { id, hourlyLimit }: StoredRow<"email">, now: number): Promise<Sent> {
  const { unscoped } = tables(context);
  const attempts = db.selectFrom(unscoped("email-attempt", "a")).where("a.emailId", "=", id).where("a.outcome", "in", counted);
  const [hourAgo, midnight] = [localTime(now - hourMs), `${localTime(now).slice(0, 10)} 00:00:00`];
  const numbers = await first(
    tx,
    attempts
      .where("a.startTime", ">", hourAgo < midnight ? hourAgo : midnight)
      .select(({ ref }) => [
        sql<number>`count(*) filter (where ${ref("a.startTime")} > ${hourAgo}::timestamp)::int`.as("inHour"),
        sql<number>`count(*) filter (where ${ref("a.startTime")} >= ${midnight}::timestamp)::int`.as("today"),
      ]),
  );
  const max = hourlyLimit ?? 0;
  const inHour = numbers?.inHour ?? 0;
  const leaving =
    max === 0 || inHour < max
      ? undefined
      : await first(
          tx,
          attempts
            .where("a.startTime", ">", hourAgo)
            .orderBy("a.startTime")
            .offset(inHour - max)
            .limit(1)
            .select("a.startTime"),
        );
  return { inHour, today: numbers?.today ?? 0, since: leaving?.startTime ?? null };
}

/** Whether the mailbox has reached its limit of today. */
export async function isDayFull(context: CommitContext, tx: Transaction, mailbox: StoredRow<"email">): Promise<boolean> {
  const max = mailbox.dailyLimit ?? 0;
  return max > 0 && (await sentFrom(context, tx, mailbox, millisecondsOf(context.now()))).today >= max;
}

/** When a mailbox may send the next mail, in milliseconds; undefined: now. The row of the mailbox is locked, so that two cannot take one place. */
export async function nextPlace(
  context: CommitContext,
  tx: Transaction,
  mailbox: StoredRow<"email">,
  now: number,
): Promise<number | undefined> {
  const { inHour, today, since } = await sentFrom(context, tx, mailbox, now);
  const isFull = (max: number | null, sent: number) => (max ?? 0) > 0 && sent >= (max ?? 0);
  if (isFull(mailbox.dailyLimit, today)) return millisecondsOf(`${localTime(now + dayMs).slice(0, 10)} 00:00:00`);
  if (isFull(mailbox.hourlyLimit, inHour)) return (since === null ? now : millisecondsOf(since)) + hourMs + 1000;
  return undefined;
}
