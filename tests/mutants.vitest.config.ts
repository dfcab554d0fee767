// Tests without a server as Stryker runs them for each mutant (`npm run mutate`): as their own configuration has them, the quick ones first.
import { mergeConfig } from "vitest/config";
import { QuickestFirst } from "./support/quickest-first.ts";
import config from "../vitest.config.ts";

export default mergeConfig(config, { test: { sequence: { sequencer: QuickestFirst } } });
