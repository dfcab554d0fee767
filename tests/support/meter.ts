// Measures what each test file costs: the processor time of its worker, with all that it starts, from before the file is loaded until its
// last test is done. The runner prints the dearest and fails a file above its budget (scripts/test/budget.ts).
import { afterAll } from "vitest";
import { processorSeconds } from "../../scripts/test/processor-time.ts";

declare module "vitest" {
  interface TaskMeta {
    /** Processor time of a test file, in seconds. */
    processorSeconds?: number;
  }
}

const before = processorSeconds();

// Registered before those of the file, so it runs after them.
// oxlint-disable-next-line no-empty-pattern -- vitest reads from the pattern which fixtures are wanted: none
afterAll(({}, file) => {
  const after = processorSeconds();
  if (before !== undefined && after !== undefined) file.meta.processorSeconds = after - before;
});
