// `npm run bench:reports` measures the reports of scans: the summaries of a year of ten million scans, by a server as it is installed, each
// beside one statement that reads the figures alone, and how long it takes to make what is kept of scans anew. `--scans 100000`: a quick try
// with fewer. `--rebuild 300000`: scans of the larger rebuild; the smaller has three tenths. `--only summaries`: one of its parts. `--built`:
// what was built before. Exits with 1 when a goal is missed.
import { conclude, count, print } from "./bench/goals.ts";
import { withInstallation } from "./bench/installed-server.ts";
import { putScans } from "./bench/reports/fill.ts";
import { measureRebuild } from "./bench/reports/rebuild.ts";
import { measureSummaries } from "./bench/reports/summaries.ts";
import { commands, parametersOf } from "./commands.ts";

const { values: options } = parametersOf(commands["bench-reports"]);
const scans = Number(options.scans ?? 10_000_000);
const rebuilt = Number(options.rebuild ?? 1_000_000);
const only = options.only?.split(",") ?? ["rebuild", "summaries"];

await withInstallation({ name: "reports", isBuilt: options.built === true }, async (installation) => {
  if (only.includes("rebuild")) await measureRebuild(installation, [Math.ceil(0.3 * rebuilt), rebuilt]);
  if (only.includes("summaries")) {
    const began = performance.now();
    await putScans(installation.database, { scans, figures: true });
    await installation.database.query("checkpoint");
    print(`  summaries of ${count(scans)} scans, stored in ${((performance.now() - began) / 1000).toFixed(0)} s:`);
    await measureSummaries(installation);
  }
  conclude();
});
