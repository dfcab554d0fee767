// Schedules: a due job is enqueued once, whichever process checks first, and caught up after downtime.
import { Cron } from "croner";
import { z } from "zod";
import { platformTenant } from "../caller/caller.ts";
import { localTime, type Clock } from "../store/clock.ts";
import type { Database, Transaction } from "../store/database.ts";
import { enqueueJobs } from "./enqueue.ts";
import type { Schedule, ScheduleTimes } from "./job-handler.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Times that are made up for one by one; those before them are given up. */
const maxMissed = 100;

/** How rules say every hour. */
const everyHour: ReadonlySet<string> = new Set(["*", "*/1", "0-23", "0-23/1"]);

/** Whether a rule holds in every hour: it goes by the time that passes, not by what the clock on the wall shows. */
function isHourly(cron: string): boolean {
  return everyHour.has(cron.trim().split(/\s+/).at(-4) ?? "");
}

/** Whether what is due comes again after a time that passes, whatever the clock shows. */
const goesByElapsedTime = (times: ScheduleTimes): boolean => "everyMinutes" in times || isHourly(times.cron);

/** The first time after a given one; undefined where there is none any more. */
export function nextTime(times: ScheduleTimes, after: number): number | undefined {
  if ("everyMinutes" in times) {
    const interval = times.everyMinutes * minuteMs;
    return (Math.floor(after / interval) + 1) * interval;
  }
  // In the time zone of the process, which is the installation's.
  const begin = new Date(after);
  const next = new Cron(times.cron).nextRun(begin)?.getTime();
  // Croner takes the hour that comes twice at the end of summer time once: right for what is due at an hour, wrong for what is due in each.
  if (!isHourly(times.cron)) return next;
  const steady = new Cron(times.cron, { utcOffset: -begin.getTimezoneOffset() }).nextRun(begin)?.getTime();
  return steady !== undefined && steady - after <= 2 * hourMs ? steady : next;
}

/** The times that are due now, oldest first, each for one job, and the time that follows. */
function dueTimes(
  { times, catchUp }: Schedule,
  due: number,
  now: number,
): { readonly passed: readonly number[]; readonly next: number | undefined } {
  if (catchUp !== "each") return { passed: [due], next: nextTime(times, now) };
  const passed: number[] = [];
  let next: number | undefined = due;
  while (next !== undefined && next <= now) {
    passed.push(next);
    if (passed.length > maxMissed) passed.shift();
    next = nextTime(times, next);
  }
  return { passed, next };
}

/** Throws for a rule that is none, with the schedule's name. */
function ruleOf(name: string, times: ScheduleTimes): string {
  if ("everyMinutes" in times) {
    if (!Number.isInteger(times.everyMinutes) || times.everyMinutes < 1)
      throw new Error(`the schedule "${name}" needs a whole number of minutes`);
    return `every ${times.everyMinutes} minutes`;
  }
  try {
    nextTime(times, 0);
  } catch (error) {
    throw new Error(`the schedule "${name}" has no cron expression: ${times.cron}`, { cause: error });
  }
  return times.cron;
}

interface SchedulesOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly schedules: Readonly<Record<string, Schedule>>;
}

interface Schedules {
  /** Makes the schedules known: a new one, or one with other times, is due at its next time from now. */
  prepare(): Promise<void>;
  /** Enqueues the jobs of everything that is due. */
  poll(): Promise<void>;
}

const dueRows = z.array(z.object({ name: z.string(), next_at: z.string() }));
const tenantRows = z.array(z.object({ tenant_id: z.string() }));

/** The schedules of this process. */
export function createSchedules({ database, clock, schedules }: SchedulesOptions): Schedules {
  const entries = Object.entries(schedules);
  const rules = new Map(entries.map(([name, { times }]) => [name, ruleOf(name, times)]));

  const tenantsOf = async (tx: Transaction, { tenants = "platform" }: Schedule): Promise<readonly string[]> => {
    if (tenants === "platform") return [platformTenant];
    const { rows } = await tx.query({ sql: "select tenant_id from tenant where is_deleted = 0 order by tenant_id", parameters: [] });
    return tenantRows.parse(rows).map((row) => row.tenant_id);
  };

  const enqueueDue = async (tx: Transaction, name: string, schedule: Schedule, passed: readonly number[]): Promise<void> => {
    // As long as the job of an earlier time is unfinished no other is enqueued, unless each time has its own.
    const jobs = passed.map((time) => ({
      ...schedule.job,
      key: schedule.catchUp === "each" ? `${name} ${localTime(time)}` : name,
      runAt: localTime(time),
    }));
    for (const tenantId of await tenantsOf(tx, schedule)) await enqueueJobs(tx, { tenantId, userId: "", now: clock.now() }, jobs);
  };

  return {
    prepare: async () => {
      if (entries.length === 0) return;
      const now = clock.milliseconds();
      const rows = entries.flatMap(([name, { times }]) => {
        const next = nextTime(times, now);
        return next === undefined ? [] : [{ name, rule: rules.get(name), next_at: next }];
      });
      // As the owner: schedules are the installation's.
      await database.owner.transaction((tx) =>
        tx.query({
          sql: `insert into tm_schedule as s (name, rule, next_at) select name, rule, next_at from jsonb_to_recordset($1::jsonb) as n (name text, rule text, next_at bigint) order by name
            on conflict (name) do update set rule = excluded.rule, next_at = excluded.next_at where s.rule <> excluded.rule`,
          parameters: [JSON.stringify(rows)],
        }),
      );
    },
    poll: async () => {
      if (entries.length === 0) return;
      const now = clock.milliseconds();
      const named = [...rules.keys()];
      const soonest = entries.flatMap(([name, { times }]) => {
        const next = goesByElapsedTime(times) ? nextTime(times, now) : undefined;
        const following = next === undefined ? undefined : nextTime(times, next);
        return following === undefined ? [] : [{ name, next_at: next, following }];
      });
      // As the owner: schedules belong to the installation. Another process at work has the row locked, and what it enqueued is not due
      // afterwards.
      await database.owner.transaction(async (tx) => {
        // Later than the time after the next is none, unless the clock was set back: what comes every few minutes does not wait for it. Another
        // process whose clock is a little ahead has come no further than that.
        tx.soon({
          sql: "update tm_schedule s set next_at = n.next_at from jsonb_to_recordset($1::jsonb) as n (name text, next_at bigint, following bigint) where s.name = n.name and s.next_at > n.following",
          parameters: [JSON.stringify(soonest)],
          name: "job_schedules_soonest",
        });
        const { rows } = await tx.query({
          sql: "select name, next_at from tm_schedule where name = any($1) and next_at <= $2 order by name for update skip locked",
          parameters: [named, now],
          name: "job_schedules",
        });
        for (const { name, next_at: due } of dueRows.parse(rows)) {
          const schedule = schedules[name];
          if (schedule === undefined) continue;
          const { passed, next } = dueTimes(schedule, Number(due), now);
          await enqueueDue(tx, name, schedule, passed);
          await tx.query({
            sql:
              next === undefined
                ? "delete from tm_schedule where name = $1"
                : "update tm_schedule set next_at = $2, last_at = $3 where name = $1",
            parameters: next === undefined ? [name] : [name, next, now],
          });
        }
      });
    },
  };
}
