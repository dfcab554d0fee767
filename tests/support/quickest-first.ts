// The order of test files for a mutant (`npm run mutate`): one failure is enough, so what failed for another mutant comes first, then what is
// quick.
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

export class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification): number => {
      const result = this.ctx.cache.getFileTestResults(`${project.name}:${relative(this.ctx.config.root, moduleId)}`);
      return result?.failed === true ? -1 : (result?.duration ?? 0);
    };
    return [...files].sort((left, right) => rank(left) - rank(right));
  }
}
