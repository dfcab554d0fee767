// Why a job that runs has to stop.

/**
 * `cancelled`: somebody wants it to. `draining`: this server stops, another goes on. `lost`: another worker has it, because this one gave no sign of life.
 */
export type InterruptionReason = "cancelled" | "draining" | "lost";

/** Reason of an aborted signal of a job, and what its steps throw then. */
export class JobInterruption extends Error {
  override readonly name = "JobInterruption";

  constructor(readonly reason: InterruptionReason) {
    super(`the job stops: ${reason}`);
  }
}
