// What an area of the domain registers to have work done in the background: handlers of jobs, and schedules that enqueue them.
import type { Json } from "#schema/json";
import type { Text } from "#schema/text";
import type { CommitContext } from "../contract.ts";
import type { Database, Transaction } from "../store/database.ts";
import type { NewJob } from "./new-job.ts";

/** The progress of a job, for the users who wait for it. */
export interface JobProgress {
  readonly done: number;
  /** Absent: the total is unknown. */
  readonly total?: number;
  /** The current step. */
  readonly note?: Text;
}

/** The result of a step, committed together with its work. */
export interface JobSaved {
  /** Where the job continues when it is resumed; unchanged unless given. */
  readonly checkpoint?: Json;
  readonly progress?: JobProgress;
}

/** A job while it runs. */
export interface JobRun {
  readonly id: string;
  readonly tenantId: string;
  /** Who started it; "" where the server did. */
  readonly userId: string;
  readonly payload: Json;
  /** The last step's checkpoint, also of an earlier attempt; undefined at the beginning. */
  readonly checkpoint: Json | undefined;
  /** 1 at the first attempt. */
  readonly attempt: number;
  readonly progress: JobProgress | undefined;
  /**
   * Aborted when the job is cancelled, when another worker has it, and when the server stops. Pass it on to external calls, and check it in
   * long computations; steps check it themselves.
   */
  readonly signal: AbortSignal;
  /**
   * Runs a step and saves the checkpoint and the progress, in one transaction under the tenant's row-level security: after a crash the job
   * continues behind the last committed step, and no step is committed twice. `work` may run again after a conflict with another
   * transaction. Throws when the job is to stop; let that pass.
   */
  step<T>(
    work: (tx: Transaction) => Promise<T>,
    saved: JobSaved | ((result: T) => JobSaved),
    /** In whose name its changes are logged; as the job's own by default. */
    as?: CommitContext,
  ): Promise<T>;
  /**
   * Has the planner learn of rows that steps have written, by the names of resources, so that the next steps find them by the right index.
   * Between steps. `grown`: tables that got more rows, counted only where they have doubled; `replaced`: tables whose rows are others now.
   */
  refreshStatistics(resources: { readonly grown?: readonly string[]; readonly replaced?: readonly string[] }): Promise<void>;
  /** Reports progress without a step; written with the next heartbeat. */
  report(progress: JobProgress): void;
  /**
   * The context of a step for reading and writing rows as an effect does: the job's tenant, and as caller the user who started it, whose
   * data scopes do not limit the server's work.
   */
  readonly context: CommitContext;
  /** For look-ups before and between steps, never inside one. */
  readonly database: Database;
  readonly milliseconds: () => number;
}

/**
 * Runs the jobs of a queue. Throw an ApiError to give up with its message (below 500) or to be retried (from 500 on, and every other
 * error).
 *
 * Effects outside of the database may happen twice, because a server can be killed after them: pass the job's id to the other side, or
 * check first.
 */
export interface JobHandler {
  /** Jobs of this queue that run at once in one process; as many as the process runs at all by default. */
  readonly concurrency?: number;
  /**
   * Of a tenant's jobs of this queue one runs at a time, in whichever process; the others wait. Processes that claim at the same instant may
   * still start two: this is about fairness, and what jobs write must be right without it.
   */
  readonly isOnePerTenant?: true;
  /** Steps run past row-level security. Only jobs of the platform's own tenant may; state why at every use. */
  readonly acrossTenants?: true;
  run(job: JobRun): Promise<void>;
  /**
   * The job has ended without success: it failed for good, or it was cancelled, perhaps before it began. Runs in the transaction that
   * ends it, so that its subject never shows work that nobody does any more. The job may still be retried.
   */
  ended?(tx: Transaction, job: EndedJob): Promise<void>;
}

/** A job that has ended without success. */
export interface EndedJob {
  /** As in a step. */
  readonly context: CommitContext;
  readonly payload: Json;
  /** The last step's. */
  readonly checkpoint: Json | undefined;
  readonly to: "failed" | "cancelled";
  /** Why, for people. */
  readonly reason: Text;
  /** Has a retry go on from another checkpoint than the last step's. */
  resumeAt(checkpoint: Json): void;
}

/** When a schedule is due: every so many minutes, or at the times of a cron expression in the time zone of the installation. */
export type ScheduleTimes = { readonly everyMinutes: number } | { readonly cron: string };

/** Enqueues a job whenever it is due, once across all processes. */
export interface Schedule {
  readonly times: ScheduleTimes;
  /** The job; its subject and time are not a schedule's to give. */
  readonly job: Pick<NewJob, "queue" | "payload" | "maxAttempts">;
  /** One job for the platform (the default), or one for each tenant. */
  readonly tenants?: "platform" | "each";
  /**
   * What happens to times that passed while no server ran. `once` (the default): they are made up for by one job. `each`: by one job each,
   * with the time as `runTime`, so that a job per day exists for every day.
   */
  readonly catchUp?: "once" | "each";
}
