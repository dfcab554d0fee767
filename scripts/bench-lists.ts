// `npm run bench:lists` measures lists and searches of a million scans, by a server as it is installed, each beside the same page and count
// written by hand in SQL. `--scans 100000`: a quick try with fewer. `--built`: what was built before. Exits with 1 when a goal is missed.
import { conclude, count, print } from "./bench/goals.ts";
import { withInstallation } from "./bench/installed-server.ts";
import { measureBeyond, measureLists, putScans } from "./bench/lists.ts";
import { commands, parametersOf } from "./commands.ts";

const { values: options } = parametersOf(commands["bench-lists"]);
/** As many as are counted exactly, so that counting costs the most. */
const scans = Number(options.scans ?? 990_000);

await withInstallation({ name: "lists", isBuilt: options.built === true }, async ({ client, database, connection }) => {
  const began = performance.now();
  await putScans(database, scans);
  print(`  ${count(scans)} scans, stored in ${((performance.now() - began) / 1000).toFixed(0)} s:`);
  const measured = { client, database, connection, scans };
  await measureLists(measured);
  await database.query(
    `insert into consumer_scan_record (id, tenant_id, code, scan_time, batch_code)
     select 7000000000000000 + n, '100001', 'N' || n, '2026-01-01'::timestamp + n * interval '1 second', 'Q' || n % 10 from generate_series(1, 30000) n`,
  );
  await database.query("vacuum analyze consumer_scan_record");
  await measureBeyond(measured);
  conclude();
});
