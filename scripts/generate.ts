// `npm run generate` writes generated/ from the definitions. `--check` only compares; it exits with 1 and lists stale files and newly
// missing implementations.
import path from "node:path";
import { commands, parametersOf } from "./commands.ts";
import { generateCommand } from "./generate/command.ts";

const { values } = parametersOf(commands.generate);
process.exitCode = await generateCommand(path.resolve(import.meta.dirname, ".."), { isCheck: values.check === true });
