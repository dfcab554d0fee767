// The order of test files: project by project, so that a worker goes on with the next file of its own, and within a project those first that
// take longest, so that no worker is left with one of them while the others are done. A fresh checkout has no durations of an earlier run;
// vitest then goes by the size of the files.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { dearest } from "../../scripts/test/budget.ts";

/** A sequencer that runs the projects in this order, each beginning with its dearest files. */
export function projectsInOrder(projects: readonly string[]): typeof BaseSequencer {
  const slow = dearest.map((file) => fileURLToPath(new URL(`../../${file}`, import.meta.url)));
  const gone = slow.filter((file) => !existsSync(file));
  if (gone.length > 0) throw new Error(`files that are to begin first do not exist: ${gone.join(", ")}`);
  const rank = (list: readonly string[], one: string): number => (list.includes(one) ? list.indexOf(one) : list.length);
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const byProject = (left: TestSpecification, right: TestSpecification): number =>
        rank(projects, left.project.name) - rank(projects, right.project.name) || rank(slow, left.moduleId) - rank(slow, right.moduleId);
      return (await super.sort(files)).sort(byProject);
    }
  };
}
