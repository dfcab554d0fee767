// Tests without a server as Stryker runs them for each mutant (`npm run mutate`): as everybody runs them, but the quick ones first.
import config from "../vitest.config.ts";
import { QuickestFirst } from "./support/quickest-first.ts";

export default {
  ...config,
  test: {
    ...config.test,
    // Stryker runs them in threads, which take no such settings of V8.
    execArgv: [],
    sequence: { sequencer: QuickestFirst },
  },
};
