// Tests of the server that were built into few files, for Stryker (`npm run mutate`), which runs them for each mutant anew.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { bundledFile, bundledTests, bundleFolder, setUps } from "../scripts/mutate/nearby.ts";

/** One failure is enough: what failed for another mutant comes first, then what is quick. */
class Shortest extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seen = (file: TestSpecification) => {
      const { relativePath } = file.testModule ?? {};
      return relativePath === undefined ? undefined : this.ctx.cache.getFileTestResults(`${file.project.name}:${relativePath}`);
    };
    const rank = (file: TestSpecification): number => {
      const result = seen(file);
      return result?.failed === true ? -1 : (result?.duration ?? 0);
    };
    return [...files].sort((left, right) => rank(left) - rank(right));
  }
}

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    name: "bundled",
    environment: "node",
    env: { LC_ALL: "C.UTF-8" },
    setupFiles: setUps.map(bundledFile),
    include: bundledTests().map(bundledFile),
    globalSetup: ["tests/support/postgres-global.ts"],
    server: { deps: { external: [new RegExp(`/${bundleFolder}/`)] } },
    maxWorkers: 1,
    isolate: false,
    sequence: { sequencer: Shortest },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
  },
});
