// `npm run new-resource` creates the definition file of a new entity, from prompts or flags.
import path from "node:path";
import { newResourceCommand } from "./new-resource/command.ts";

process.exitCode = await newResourceCommand(path.resolve(import.meta.dirname, ".."));
