// `npm run backup` and `npm run restore` from a checkout; a package has the same commands in its server.
import { buildModel } from "#schema/model";
import { areas, definitions } from "#generated/registry.ts";
import { commands, runCommand } from "#server/backup/command";

const [name, ...parameters] = process.argv.slice(2);
const command = commands.find((one) => one === name);
if (command === undefined) throw new Error(`"${name ?? ""}" is none of ${commands.join(", ")}`);
await runCommand(command, parameters, () => buildModel(definitions, areas));
