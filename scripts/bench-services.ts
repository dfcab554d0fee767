// `npm run bench:services` measures the services around the business, each a part, by a server as it is installed. `--only files,export,import`: these
// parts. `--built`: what was built before. Exits with 1 when a goal is missed.
import { conclude } from "./bench/goals.ts";
import { withInstallation } from "./bench/installed-server.ts";
import { serviceParts } from "./bench/services/parts.ts";
import { commands, parametersOf } from "./commands.ts";

const { values: options } = parametersOf(commands["bench-services"]);
const rows = Number(options.rows ?? 1_000_000);
const wanted = options.only?.split(",");

await withInstallation({ name: "services", isBuilt: options.built === true }, async (installation) => {
  for (const { name, measure } of serviceParts) if (wanted === undefined || wanted.includes(name)) await measure(installation, rows);
  conclude();
});
