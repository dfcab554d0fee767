// `npm run verify`: what boundaries, check and generate --check say, in one process that reads the definitions once.
import path from "node:path";
import { commands, parametersOf } from "./commands.ts";
import { verifyCommand } from "./verify/command.ts";

parametersOf(commands.verify);
process.exitCode = await verifyCommand(path.resolve(import.meta.dirname, ".."));
