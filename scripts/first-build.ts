// The build of `npm start`: the settings are judged first, so that a mistake in them is not told after minutes of building.
import path from "node:path";
import { readConfiguration } from "../src/server/config.ts";
import { judgeAddress, judgeData } from "../src/server/preconditions.ts";
import { told } from "../src/server/told.ts";
import { BuildError, buildWhatChanged } from "./build.ts";

try {
  const configuration = readConfiguration(process.env);
  await judgeData(configuration);
  await judgeAddress(configuration);
  await buildWhatChanged({ root: path.resolve(import.meta.dirname, ".."), say: (line) => void process.stdout.write(`${line}\n`) });
} catch (error) {
  process.stderr.write(`${error instanceof BuildError ? error.message : told(error)}\n`);
  process.exitCode = 1;
}
