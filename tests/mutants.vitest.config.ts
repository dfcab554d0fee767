// Tests without a server as Stryker runs them for each mutant (`npm run mutate`): as their own configuration has them, the quick ones first.
import { mergeConfig } from "vitest/config";
import { QuickestFirst } from "./support/quickest-first.ts";
import unit from "./unit.vitest.config.ts";

export default mergeConfig(unit, { test: { sequence: { sequencer: QuickestFirst } } });
