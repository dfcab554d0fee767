// `npm run backup` from a checkout; a package has the same command in its server.
import { buildModel } from "#schema/model";
import { areas, definitions } from "#generated/registry.ts";
import { runCommand } from "#server/backup/command";

await runCommand("backup", process.argv.slice(2), () => buildModel(definitions, areas));
