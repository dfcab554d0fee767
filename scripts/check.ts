// `npm run check`: all definitions checked against each other. Prints each finding and ends with code 1 when there is a
// problem. `--json` prints the same for programs.
import path from "node:path";
import { checkCommand } from "./check/command.ts";
import { commands, parametersOf } from "./commands.ts";

const { values } = parametersOf(commands.check);
process.exitCode = await checkCommand(path.resolve(import.meta.dirname, ".."), { isJson: values.json === true });
