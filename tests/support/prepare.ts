// What the tests of a file stand on: made before the first of them, and anew before one that is repeated, since the attempt that failed
// half-way has left its traces.
import { afterAll, beforeAll, beforeEach } from "vitest";

/** Has a file begin with `begin` and close with `end`; to be called at its top. No test may need what the one before it has left. */
export function prepare(begin: () => Promise<void>, end: () => Promise<void> = async () => undefined): void {
  beforeAll(begin);
  beforeEach(async ({ task }) => {
    if ((task.result?.retryCount ?? 0) === 0) return;
    await end();
    await begin();
  });
  afterAll(end);
}
