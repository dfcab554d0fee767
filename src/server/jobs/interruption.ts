// Why a job that runs has to stop.

/**
 * `cancelled`: on request. `draining`: this server stops, another continues. `lost`: another worker has it, because this one's heartbeat
 * failed.
 */
type InterruptionReason = "cancelled" | "draining" | "lost";

/** Reason of an aborted signal of a job, and what its steps throw then. */
export class JobInterruption extends Error {
  override readonly name = "JobInterruption";

  constructor(readonly reason: InterruptionReason) {
    super(`the job stops: ${reason}`);
  }
}
