// Runs jobs in this process: claims them under a lease, sends heartbeats while they run, and hands over the rest when the process stops.
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Json } from "#schema/json";
import type { Model } from "#schema/model";
import { callerWithoutRights, platformTenant } from "../caller/caller.ts";
import type { CallOrigin } from "../audit/origin.ts";
import { logged } from "../audit/usual-log.ts";
import { storageFull } from "../http/error-answer.ts";
import type { ChangeSubscriptions, CommitContext } from "../contract.ts";
import { jobMessage, liveChannel } from "../store/live-messages.ts";
import { localTime, type Clock } from "../store/clock.ts";
import type { Database, Transaction } from "../store/database.ts";
import type { Identifiers } from "../store/identifiers.ts";
import { refreshStatistics } from "../store/statistics.ts";
import { JobInterruption } from "./interruption.ts";
import type { JobHandler, JobProgress, JobRun, JobSaved } from "./job-handler.ts";
import {
  claimNext,
  dueTenants,
  lastCheckpoint,
  laterCheckpoint,
  renewLeases,
  saveStep,
  scopeOf,
  settle,
  tenantsAtOnce,
  type ClaimedJob,
  type Settlement,
} from "./job-store.ts";
import { cancelledReason, interruptedTooOften, isFault, isFinal, jobErrorOf, retryDelay } from "./retries.ts";

/** Without a sign of life for this long, a job is another worker's. */
export const leaseMs = 30_000;
/** Three signs of life may be lost before the lease is. */
export const heartbeatMs = 7_500;
/** Who watches a job sees no more than this behind; much that takes seconds would be over between two signs of life. */
export const newsMs = 1_000;
const defaultConcurrency = 4;

export interface WorkerOptions {
  readonly model: Model;
  readonly database: Database;
  readonly identifiers: Identifiers;
  readonly clock: Clock;
  /** By their queues. */
  readonly handlers: Readonly<Record<string, JobHandler>>;
  /** Whether the audit log has what jobs change. Default: true. */
  readonly isLogged?: boolean;
  /** Who is told of what jobs change. */
  readonly subscriptions?: ChangeSubscriptions | undefined;
  /** Called around each attempt of a job. */
  readonly trace?: TraceJob | undefined;
  /** Called with errors that are faults, and with those of the worker itself, whose job is unknown. */
  readonly onFault: (error: unknown, job: { readonly id: string; readonly queue: string } | undefined) => void;
  /** Jobs that run at once. */
  readonly concurrency?: number;
  /** Whether the disk of the database is full: no job is begun then, and those that run wait for their next attempt. */
  readonly isFull?: (() => boolean) | undefined;
  /** Between 0 and 1. */
  readonly random?: () => number;
}

/** Traces an attempt of a job, and answers what it answers. */
export type TraceJob = (
  job: { readonly queue: string; readonly attempt: number; readonly enqueuedIn: string | undefined },
  attempt: () => Promise<void>,
) => Promise<void>;

export interface Worker {
  /** Claims and starts due jobs while there is room, of the tenant that is told or of all; resolves when no more can be started. */
  poll(tenantId?: string): Promise<void>;
  /** Renews the leases of running jobs, writes reported progress, and stops cancelled or lost jobs. */
  beat(): Promise<void>;
  /** The same of jobs alone that have reported progress which is not written yet. */
  tell(): Promise<void>;
  /** Resolves when nothing runs, and nothing that is due can be claimed. */
  idle(): Promise<void>;
  /** Claims no more; lets steps that run end within the time, and hands all jobs over to other workers. */
  drain(patienceMs: number): Promise<void>;
}

interface RunningJob {
  readonly job: ClaimedJob;
  readonly controller: AbortController;
  leaseUntil: number;
  progress: JobProgress | undefined;
  /** Reported and not written yet. */
  hasNews: boolean;
  isSettled: boolean;
  ended: Promise<void>;
}

/** What a job changes is logged as of a call by the name of its queue. */
function originOf({ id, queue }: ClaimedJob, { model, clock }: WorkerOptions): CallOrigin {
  const started = clock.milliseconds();
  const jobs = model.resource.get("job");
  return {
    call: { name: queue, title: [queue, queue], ...(jobs === undefined ? {} : { resource: jobs }) },
    isStep: true,
    method: "JOB",
    path: `/job/${id}`,
    userAgent: "",
    elapsed: () => clock.milliseconds() - started,
    sent: () => "",
  };
}

/** A job acts for the person who started it, with the server's own reach. */
function contextOf(job: ClaimedJob, options: WorkerOptions): CommitContext {
  const { tenantId, userId, account } = job;
  const { model, identifiers, clock, subscriptions } = options;
  return {
    caller: callerWithoutRights({ userId, tenantId, account }),
    language: "zh",
    model,
    scope: { tenantId, userId },
    now: clock.now,
    identifiers,
    address: "",
    origin: options.isLogged === false ? undefined : originOf(job, options),
    subscriptions,
  };
}

/** A worker of this process. It has no timers: its owner calls `poll`, `beat` and `tell`. */
export function createWorker(options: WorkerOptions): Worker {
  const {
    database,
    clock,
    handlers,
    onFault,
    trace,
    concurrency = defaultConcurrency,
    isFull = () => false,
    random = Math.random,
  } = options;
  const name = randomUUID();
  const running = new Set<RunningJob>();
  const singleQueues = Object.entries(handlers).flatMap(([queue, { isOnePerTenant }]) => (isOnePerTenant === true ? [queue] : []));
  // One place is left for other tenants than the one that has enqueued the most.
  const maxPerTenant = Math.max(1, concurrency - 1);
  let claims = 0;
  /** Tenants that probably have a due job, in the order of their turns. */
  const candidates = new Set<string>();
  /** Whether there may be others: that is asked of all tenants, on a cluster of each shard, and therefore not after each job. */
  let mayBeOthers = false;
  /** Whether tenants may have been passed over because a queue was full here. */
  let arePassedOver = false;
  let isDraining = false;
  let polling: Promise<void> | undefined;
  let pollAgain = false;

  const leaseEnd = (): number => clock.milliseconds() + leaseMs;

  /** What the handler does where its job has ended without success. */
  const endingOf = (job: ClaimedJob, settlement: Settlement): ((tx: Transaction) => Promise<void>) | undefined => {
    const handler = handlers[job.queue];
    if (handler?.ended === undefined || (settlement.to !== "failed" && settlement.to !== "cancelled")) return undefined;
    const context = contextOf(job, options);
    const { payload } = job;
    const reason = settlement.to === "failed" ? settlement.error.text : cancelledReason;
    const end = async (tx: Transaction): Promise<void> => {
      const checkpoint = await lastCheckpoint(tx, job);
      const resumeAt = (later: Json): void => tx.withCommit(laterCheckpoint(job, later));
      await handler.ended?.(tx, { context, payload, checkpoint, to: settlement.to, reason, resumeAt });
    };
    return (tx) => logged(context, tx, () => end(tx));
  };

  const settleRunning = async (one: RunningJob, settlement: Settlement): Promise<void> => {
    if (one.isSettled) return;
    one.isSettled = true;
    try {
      await settle(database, one.job, { settlement, now: clock.now(), also: endingOf(one.job, settlement) });
    } catch (error) {
      // After losing its claim a worker writes nothing more. After any other error the lease runs out, and the job is resumed.
      if (!(error instanceof JobInterruption)) onFault(error, one.job);
    }
  };

  const handOver = (): Settlement => ({ to: "waiting", runAt: clock.milliseconds(), runTime: clock.now() });

  const settlementOf = ({ job, controller }: RunningJob, error: unknown): Settlement | undefined => {
    const reason: unknown = controller.signal.aborted ? controller.signal.reason : error;
    if (reason instanceof JobInterruption) {
      return reason.reason === "cancelled" ? { to: "cancelled" } : reason.reason === "draining" ? handOver() : undefined;
    }
    if (isFault(error)) onFault(error, job);
    const jobError = jobErrorOf(error, job.id);
    if (isFinal(error) || job.attempts >= job.maxAttempts) return { to: "failed", error: jobError };
    const runAt = clock.milliseconds() + retryDelay(job.attempts, random);
    return { to: "waiting", runAt, runTime: localTime(runAt), error: jobError };
  };

  const run = async (one: RunningJob, handler: JobHandler): Promise<void> => {
    const { job } = one;
    if (job.isCancelled) return settleRunning(one, { to: "cancelled" });
    if (job.attempts > job.maxAttempts) return settleRunning(one, { to: "failed", error: interruptedTooOften });
    try {
      // A step has its own connection, and may need ids.
      await options.identifiers.ready();
      if (options.subscriptions !== undefined) await options.subscriptions.refresh(job.tenantId);
      const attempt = (): Promise<void> => handler.run(runOf(one, handler));
      await (trace === undefined ? attempt() : trace({ queue: job.queue, attempt: job.attempts, enqueuedIn: job.enqueuedIn }, attempt));
    } catch (error) {
      const settlement = settlementOf(one, error);
      if (settlement !== undefined) await settleRunning(one, settlement);
      return;
    }
    await settleRunning(one, { to: "succeeded" });
  };

  const runOf = (one: RunningJob, { acrossTenants }: JobHandler): JobRun => {
    const {
      job,
      controller: { signal },
    } = one;
    let { checkpoint } = job;
    const context = contextOf(job, options);
    const transaction = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
      if (acrossTenants !== true) return database.transaction(scopeOf(job), work);
      if (job.tenantId !== platformTenant) throw new Error(`a job of the tenant ${job.tenantId} works across tenants: ${job.queue}`);
      // As the owner: the handler states why.
      return database.owner.transaction(work);
    };
    return {
      id: job.id,
      tenantId: job.tenantId,
      userId: job.userId,
      payload: job.payload,
      attempt: job.attempts,
      signal,
      context,
      database,
      milliseconds: clock.milliseconds,
      get checkpoint() {
        return checkpoint;
      },
      get progress() {
        return one.progress;
      },
      refreshStatistics: async ({ grown = [], replaced = [] }) => {
        signal.throwIfAborted();
        const tablesOf = (names: readonly string[]) => names.flatMap((resource) => options.model.resource.get(resource)?.table ?? []);
        await refreshStatistics(database, { grown: tablesOf(grown), replaced: tablesOf(replaced) });
      },
      report: (progress) => {
        one.progress = progress;
        one.hasNews = true;
      },
      step: async (work, saved, as = context) => {
        signal.throwIfAborted();
        if (isFull()) throw storageFull();
        const leaseUntil = leaseEnd();
        const done = await transaction(async (tx) => {
          const result = await logged(as, tx, () => work(tx));
          const step: JobSaved = typeof saved === "function" ? saved(result) : saved;
          return { result, step, ...(await saveStep(tx, job, step, leaseUntil)) };
        });
        one.leaseUntil = leaseUntil;
        checkpoint = done.step.checkpoint ?? checkpoint;
        if (done.step.progress !== undefined) {
          one.progress = done.step.progress;
          one.hasNews = false;
        }
        if (done.isCancelled) one.controller.abort(new JobInterruption("cancelled"));
        return done.result;
      },
    };
  };

  const countOf = (matches: (job: ClaimedJob) => boolean): number => [...running].filter(({ job }) => matches(job)).length;

  /** The first job that is claimed of tenants that may have one; each has its turn before any has a second. */
  const claimOf = async (
    busyTenants: readonly string[],
    queues: readonly string[],
    claim: (tenantId: string) => Promise<ClaimedJob | undefined>,
  ): Promise<ClaimedJob | undefined> => {
    let failure: { readonly error: unknown } | undefined;
    for (let isAsked = false; ; isAsked = true) {
      for (const tenantId of [...candidates]) {
        if (busyTenants.includes(tenantId)) continue;
        candidates.delete(tenantId);
        // One node of a distributed database may be away: the jobs of tenants on others go on.
        const job = await claim(tenantId).catch((error: unknown) => void (failure ??= { error }));
        if (job === undefined) continue;
        candidates.add(tenantId);
        return job;
      }
      if (failure !== undefined) throw failure.error;
      if (isAsked || !mayBeOthers) return undefined;
      const due = await dueTenants(database, { now: clock.milliseconds(), queues, busyTenants });
      mayBeOthers = due.length >= tenantsAtOnce;
      for (const tenantId of due) candidates.add(tenantId);
    }
  };

  const openQueues = (): readonly string[] =>
    Object.entries(handlers)
      .filter(([queue, handler]) => countOf((job) => job.queue === queue) < (handler.concurrency ?? concurrency))
      .map(([queue]) => queue);

  const claimOne = async (): Promise<boolean> => {
    if (isDraining || running.size >= concurrency || isFull()) return false;
    const queues = openQueues();
    if (queues.length === 0) {
      arePassedOver = true;
      return false;
    }
    const tenants = new Set([...running].map(({ job }) => job.tenantId));
    const busyTenants = [...tenants].filter((tenant) => countOf((job) => job.tenantId === tenant) >= maxPerTenant);
    const leaseUntil = leaseEnd();
    claims += 1;
    const job = await claimOf(busyTenants, queues, (tenantId) =>
      claimNext(database, {
        tenantId,
        claim: `${name}/${claims}`,
        now: clock.milliseconds(),
        localNow: clock.now(),
        leaseUntil,
        queues,
        singleQueues,
      }),
    );
    // Jobs of a full queue were passed over; one may have ended meanwhile.
    if (openQueues().length > queues.length) mayBeOthers = true;
    else if (queues.length < Object.keys(handlers).length) arePassedOver = true;
    const handler = job === undefined ? undefined : handlers[job.queue];
    if (job === undefined || handler === undefined) return false;
    const one: RunningJob = {
      job,
      controller: new AbortController(),
      leaseUntil,
      progress: job.progress,
      hasNews: false,
      isSettled: false,
      ended: Promise.resolve(),
    };
    running.add(one);
    // Whoever has begun it sees that it waits no longer; those of the server are in nobody's list.
    if (job.userId !== "") database.tell(liveChannel, jobMessage(job));
    // The process began to stop while the job was claimed: its first step would be too late.
    if (isDraining) one.controller.abort(new JobInterruption("draining"));
    one.ended = run(one, handler).finally(() => {
      running.delete(one);
      if (isDraining) return;
      // There is room for another.
      mayBeOthers ||= arePassedOver;
      arePassedOver = false;
      void poll(job.tenantId);
    });
    return true;
  };

  const pollUntilFull = async (): Promise<void> => {
    try {
      do {
        pollAgain = false;
        while (await claimOne());
      } while (pollAgain);
    } catch (error) {
      // The database is away: the next poll tries again.
      onFault(error, undefined);
    } finally {
      polling = undefined;
    }
  };

  const poll = (tenantId?: string): Promise<void> => {
    if (tenantId === undefined) mayBeOthers = true;
    else candidates.add(tenantId);
    // What came while the last claim was under way may not have been found by it.
    pollAgain = true;
    polling ??= pollUntilFull();
    return polling;
  };

  let telling: Promise<void> | undefined;
  const beatFor = async (isMeant: (one: RunningJob) => boolean): Promise<void> => {
    const beating = [...running].filter((one) => !one.isSettled && isMeant(one));
    if (beating.length === 0) return;
    const leaseUntil = leaseEnd();
    const news = new Map(beating.map((one) => [one, one.hasNews ? one.progress : undefined]));
    try {
      const renewed = await renewLeases(
        database,
        beating.map((one) => ({ job: one.job, progress: news.get(one) })),
        leaseUntil,
      );
      for (const one of beating) {
        const state = renewed.get(one.job.claim);
        if (one.isSettled) continue;
        if (state === undefined) one.controller.abort(new JobInterruption("lost"));
        else {
          one.leaseUntil = leaseUntil;
          if (news.get(one) !== undefined) database.tell(liveChannel, jobMessage(one.job));
          if (one.progress === news.get(one)) one.hasNews = false;
          if (state.isCancelled) one.controller.abort(new JobInterruption("cancelled"));
        }
      }
    } catch (error) {
      onFault(error, undefined);
      // Others may have begun with these.
      for (const one of beating) if (one.leaseUntil < clock.milliseconds()) one.controller.abort(new JobInterruption("lost"));
    }
  };

  return {
    poll,
    beat: () => beatFor(() => true),
    // One at a time: a slow database gets no heap of them, and no older figure comes after a newer one.
    tell: () => (telling ??= beatFor(({ hasNews }) => hasNews).finally(() => (telling = undefined))),
    idle: async () => {
      for (;;) {
        await poll();
        if (running.size === 0) return;
        await Promise.all([...running].map(({ ended }) => ended));
        await polling;
      }
    },
    drain: async (patienceMs) => {
      isDraining = true;
      await polling;
      const ended = Promise.all(
        [...running].map((one) => {
          one.controller.abort(new JobInterruption("draining"));
          return one.ended;
        }),
      );
      const patience = new AbortController();
      await Promise.race([ended, delay(patienceMs, undefined, { signal: patience.signal }).catch(() => undefined)]);
      patience.abort();
      // What does not listen loses its claim, and with it the right to write.
      await Promise.all([...running].map((one) => settleRunning(one, handOver())));
    },
  };
}
