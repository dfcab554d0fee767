// The background work of a server process: its worker and its schedules, woken by notifications and, where one is missed, by the clock.
import type { Model } from "#schema/model";
import type { AnyDomain } from "../contract.ts";
import type { Clock } from "../store/clock.ts";
import type { Database, Listener } from "../store/database.ts";
import type { Identifiers } from "../store/identifiers.ts";
import { cancelNotice, jobChannel, noticedTenant } from "./enqueue.ts";
import { watchClock } from "./clock-watch.ts";
import { createSchedules } from "./schedules.ts";
import { createWorker, heartbeatMs, newsMs, type WorkerOptions } from "./worker.ts";

/** Polling interval for work without a notification: later attempts, schedules, jobs of a killed process. */
const pollMs = 5_000;
/** Steps that have not ended by then are rolled back. */
const drainMs = 10_000;

interface RunJobsOptions {
  readonly model: Model;
  readonly database: Database;
  readonly identifiers: Identifiers;
  readonly clock: Clock;
  readonly domain: Pick<AnyDomain, "jobs" | "schedules">;
  readonly subscriptions?: WorkerOptions["subscriptions"];
  readonly onFault: WorkerOptions["onFault"];
  readonly isFull?: WorkerOptions["isFull"];
  readonly trace?: WorkerOptions["trace"];
  /** Called whenever it was possible to look for work. */
  readonly onLooked?: (() => void) | undefined;
}

/**
 * Starts running jobs and schedules. The returned function stops it: steps under way end, and the rest is handed over to other processes.
 */
export async function runJobs({ domain, onFault: tellFault, onLooked, ...services }: RunJobsOptions): Promise<() => Promise<void>> {
  const { database, clock } = services;
  let faults = 0;
  const onFault: WorkerOptions["onFault"] = (error, job) => {
    if (job === undefined) faults += 1;
    tellFault(error, job);
  };
  const worker = createWorker({ ...services, handlers: domain.jobs ?? {}, onFault });
  const schedules = createSchedules({ database, clock, schedules: domain.schedules ?? {} });
  await schedules.prepare();
  const followClock = watchClock({ database, clock });
  let looking = Promise.resolve();

  const look = async (): Promise<void> => {
    // The disk is told of by itself.
    if (services.isFull?.() === true) return onLooked?.();
    const before = faults;
    try {
      await followClock();
      await schedules.poll();
    } catch (error) {
      onFault(error, undefined);
    }
    await worker.poll();
    if (faults === before) onLooked?.();
  };
  const poll = (): void => void (looking = look());
  const beat = (): void => void worker.beat();

  const tell = (): void => void worker.tell();

  const timers = [setInterval(poll, pollMs).unref(), setInterval(beat, heartbeatMs).unref(), setInterval(tell, newsMs).unref()];
  const listener: Listener | undefined = await database.owner
    .listen(jobChannel, (notice) => {
      void worker.poll(noticedTenant(notice));
      if (notice === cancelNotice) beat();
    })
    .catch((error: unknown) => {
      // Behind a connection pooler LISTEN does not work; polling must suffice.
      onFault(error, undefined);
      return undefined;
    });
  poll();

  return async () => {
    for (const timer of timers) clearInterval(timer);
    await listener?.close();
    await looking;
    // Leases are renewed until the last step has ended.
    const beating = setInterval(beat, heartbeatMs).unref();
    await worker.drain(drainMs);
    clearInterval(beating);
  };
}
