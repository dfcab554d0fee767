// `npm run bench:workflow` measures the lists of work among ten thousand running instances, each beside one query written by hand in SQL, and
// completing a task, by a server as it is installed. `--instances 1000`: a quick try with fewer. `--built`: what was built before. Exits with 1
// when a goal is missed.
import { conclude, count, print } from "./bench/goals.ts";
import { withInstallation } from "./bench/installed-server.ts";
import { measureCompleting, measureWorkLists, putInstances } from "./bench/workflow.ts";
import { commands, parametersOf } from "./commands.ts";

const { values: options } = parametersOf(commands["bench-workflow"]);
const instances = Number(options.instances ?? 10_000);

await withInstallation({ name: "workflow", isBuilt: options.built === true }, async ({ client, database, connection }) => {
  const began = performance.now();
  const person = await putInstances({ client, database, instances });
  print(`  ${count(instances)} running instances, stored in ${((performance.now() - began) / 1000).toFixed(0)} s:`);
  await measureWorkLists({ client, database, connection, person });
  await measureCompleting({ client, database, person });
  conclude();
});
