// A clock that is set back: what was due by the former time is due still, whatever the clock says now.
import type { Clock } from "../store/clock.ts";
import type { Database } from "../store/database.ts";
import { leaseMs } from "./worker.ts";

/** Less is how clocks are kept right, and over before anybody waits. */
const minMs = 5_000;

interface ClockWatchOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** Milliseconds that only grow. */
  readonly monotonic?: () => number;
}

/**
 * Looks whether the clock was set back since it was looked at last, and brings jobs forward that were due by the former time; leases of other
 * processes end as they would have. What is planned for later waits for the clock, which is what it was planned by.
 */
export function watchClock({ database, clock, monotonic = () => performance.now() }: ClockWatchOptions): () => Promise<void> {
  let last = { time: clock.milliseconds(), passed: monotonic() };
  return async () => {
    const now = clock.milliseconds();
    const passed = monotonic();
    const former = last.time + (passed - last.passed);
    if (former - now >= minMs)
      // As the owner: the clock is that of all tenants.
      await database.owner.transaction((tx) =>
        tx.query({
          sql: `update tm_job set run_at = least(run_at, $1::bigint), lease_until = case when lease_until > $3::bigint then $3 else lease_until end
            where is_unfinished and (run_at > $1 or lease_until > $3) and run_at <= $2`,
          parameters: [now, Math.floor(former), now + leaseMs],
        }),
      );
    last = { time: now, passed };
  };
}
