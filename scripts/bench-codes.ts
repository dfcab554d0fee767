// `npm run bench:codes` measures the core at the scale of a brand owner: codes made, stored, downloaded, imported, related, booked and looked up, by a
// server as it is installed, each beside what PostgreSQL alone needs for it in the same run (issue "Codes"). `--codes 100000`: a quick try
// with fewer codes. `--lookup 10000000`: codes among which look-ups are measured; ten times as many by default. `--only generate,lookup`: some
// of its parts. `--rounds 1`: codes are made once, not twice. `--built`: what was built before. Exits with 1 when a goal is missed.
import { setTimeout as delay } from "node:timers/promises";
import type { Bench } from "./bench/codes/bench.ts";
import { measureFinish } from "./bench/codes/finish.ts";
import { measureGeneration } from "./bench/codes/generation.ts";
import { showGrowth } from "./bench/codes/growth.ts";
import { measureImport } from "./bench/codes/import.ts";
import { measureLookups } from "./bench/codes/lookup.ts";
import { measureRelations } from "./bench/codes/relations.ts";
import { conclude } from "./bench/goals.ts";
import { withInstallation } from "./bench/installed-server.ts";
import { commands, parametersOf } from "./commands.ts";

const parts = {
  generate: measureGeneration,
  import: measureImport,
  relate: measureRelations,
  finish: measureFinish,
  lookup: measureLookups,
} as const;
const names = ["generate", "import", "relate", "finish", "lookup"] as const;

const { values: options } = parametersOf(commands["bench-codes"]);
const codes = Number(options.codes ?? 1_000_000);
const lookupCodes = Number(options.lookup ?? 10 * codes);
const rounds = Number(options.rounds ?? 2);
const only: readonly string[] = options.only?.split(",") ?? names;

await withInstallation({ name: "codes", isBuilt: options.built === true }, async (installation) => {
  const bench: Bench = { ...installation, codes, lookupCodes, rounds };
  await delay(2_000);
  for (const name of names) if (only.includes(name)) await parts[name](bench);
  await showGrowth(bench);
  conclude();
});
