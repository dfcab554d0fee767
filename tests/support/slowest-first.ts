// The order of test files: those that take longest begin first, so that no worker is left with one of them while the others are done. A
// fresh checkout has no durations of an earlier run to go by.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** A sequencer that begins with these files (paths below tests/), in their order; the rest follows as usual. */
export function slowestFirst(slow: readonly string[]): typeof BaseSequencer {
  const paths = slow.map((file) => fileURLToPath(new URL(`../${file}`, import.meta.url)));
  const gone = paths.filter((path) => !existsSync(path));
  if (gone.length > 0) throw new Error(`files that are to begin first do not exist: ${gone.join(", ")}`);
  const rank = ({ moduleId }: TestSpecification): number => {
    const index = paths.indexOf(moduleId);
    return index === -1 ? paths.length : index;
  };
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const usual = await super.sort(files);
      return usual.sort((left, right) => rank(left) - rank(right));
    }
  };
}
