// `npm run new-handler -- lab-test.release` begins the code of an action, a read or a hook: a typed handler, its registration and its test.
import path from "node:path";
import { commands, parametersOf } from "./commands.ts";
import { newHandlerCommand } from "./new-handler/command.ts";

const [target = ""] = parametersOf(commands["new-handler"]).words;
process.exitCode = await newHandlerCommand(path.resolve(import.meta.dirname, ".."), target);
