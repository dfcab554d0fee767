// Old log rows go when the platform's parameters say so, and in no other way: a job of the server removes them, in batches, one process at a time.
import { z } from "zod";
import type { Model } from "#schema/model";
import { localTime, type Clock } from "../store/clock.ts";
import type { Database } from "../store/database.ts";

export interface KeptLog {
  readonly resource: string;
  readonly table: string;
  /** Key of the system parameter that says for how many days rows are kept. */
  readonly parameter: string;
  /** Where the parameter says nothing. */
  readonly usualDays: number;
}

/** Six months, which the law asks network operators to keep logs for, are the least that is usual; who did what is kept for three years. */
export const keptLogs: readonly KeptLog[] = [
  { resource: "log-usual", table: "log_usual", parameter: "log.retention.usual.days", usualDays: 1_095 },
  { resource: "log-api", table: "log_api", parameter: "log.retention.api.days", usualDays: 190 },
  { resource: "log-error", table: "log_error", parameter: "log.retention.error.days", usualDays: 190 },
  { resource: "web-log", table: "web_log", parameter: "log.retention.web.days", usualDays: 190 },
];

const dayMs = 86_400_000;
const mostDays = 36_500;
const batchRows = 5_000;
/** Of one log in one run; what is left goes with the next. */
const mostBatches = 200;

const settingRows = z.array(z.object({ param_key: z.string(), param_value: z.string().nullable() }));

async function daysOf(database: Database): Promise<ReadonlyMap<string, number>> {
  // As the owner: parameters belong to the platform.
  const [answer] = await database.owner.read([{ sql: "select param_key, param_value from param where param_key = any($1) and is_deleted = 0", parameters: [keptLogs.map(({ parameter }) => parameter)] }]);
  const settings = new Map(settingRows.parse(answer?.rows ?? []).map((row) => [row.param_key, Number(row.param_value ?? "")]));
  // A setting that is no number of days removes nothing that the usual one would keep.
  return new Map(keptLogs.map(({ parameter, usualDays }) => {
    const days = settings.get(parameter) ?? Number.NaN;
    return [parameter, Number.isInteger(days) && days >= 1 && days <= mostDays ? days : usualDays];
  }));
}

/** Removes a batch of one log; undefined while another process is at it. Tenant by tenant, as the index is. */
async function removeBatch(database: Database, { table }: KeptLog, before: string): Promise<number | undefined> {
  // As the owner, who alone may remove log rows; those of all tenants.
  return database.owner.transaction(async (tx) => {
    const lock = await tx.first({ sql: "select pg_try_advisory_xact_lock(hashtextextended('tracemark.log-retention', 0)) as mine", parameters: [] });
    if (lock?.["mine"] !== true) return undefined;
    const { rowCount } = await tx.query({
      sql: `delete from ${table} where id = any(array(
          select old.id from (select distinct tenant_id from tenant) as t
            cross join lateral (select l.id from ${table} l where l.tenant_id = t.tenant_id and l.create_time < $1 and l.is_deleted = 0 limit ${batchRows}) as old
          limit ${batchRows}))`,
      parameters: [before],
    });
    return rowCount;
  });
}

/** Removes log rows that are older than the parameters say; answers how many, by resource. */
export async function removeOldLogs(database: Database, model: Model, clock: Clock): Promise<Readonly<Record<string, number>>> {
  const days = await daysOf(database);
  const removed: Record<string, number> = {};
  for (const log of keptLogs.filter(({ resource }) => model.resource.has(resource))) {
    const before = localTime(clock.milliseconds() - (days.get(log.parameter) ?? log.usualDays) * dayMs);
    let total = 0;
    for (let batch = 0; batch < mostBatches; batch += 1) {
      const count = await removeBatch(database, log, before);
      if (count === undefined) break;
      total += count;
      if (count < batchRows) break;
    }
    if (total > 0) removed[log.resource] = total;
  }
  return removed;
}

/** At night by the server's clock, when few work. */
const nightHour = 3;

/** Until the next time it is that hour. */
function untilNight(clock: Clock): number {
  const next = new Date(clock.milliseconds());
  next.setHours(nightHour, 30, 0, 0);
  if (next.getTime() <= clock.milliseconds()) next.setDate(next.getDate() + 1);
  return next.getTime() - clock.milliseconds();
}

export interface RetentionOptions {
  readonly database: Database;
  readonly model: Model;
  readonly clock: Clock;
  readonly onRemoved: (removed: Readonly<Record<string, number>>) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Removes old log rows every night; the answer ends it, after the run under way. */
export function keepRetention({ database, model, clock, onRemoved, onFailure }: RetentionOptions): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  const run = async (): Promise<void> => {
    try {
      const removed = await removeOldLogs(database, model, clock);
      if (Object.keys(removed).length > 0) onRemoved(removed);
    } catch (error) {
      onFailure(error);
    }
  };
  const plan = (): void => {
    timer = setTimeout(() => {
      running = run();
      plan();
    }, untilNight(clock)).unref();
  };
  plan();
  return async () => {
    clearTimeout(timer);
    await running;
  };
}
