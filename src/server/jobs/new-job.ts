// A new background job.
import type { Json } from "#schema/json";

/** A job that is to be enqueued: `after` of an effect returns such, and a schedule makes them. */
export interface NewJob {
  /** Name of the queue, under which a handler is registered (`Domain.jobs`). */
  readonly queue: string;
  /** The handler's input. Stored as it is and not shown. */
  readonly payload: Json;
  /** Unique in the tenant's queue while unfinished: a second job with the same key is not enqueued. */
  readonly key?: string;
  /** The row that the job is about; its lists and forms show the progress. */
  readonly subject?: {
    readonly resource: string;
    readonly id: string;
    /** The row's title. */
    readonly title?: string;
  };
  /** Local time "yyyy-MM-dd HH:mm:ss" before which it does not run; at once by default. */
  readonly runAt?: string;
  /** How often it is tried before it has failed; `defaultAttempts` by default. */
  readonly maxAttempts?: number;
}

export const defaultAttempts = 6;
