// `npm run dev`: the embedded server and the browser application on one address; a saved definition changes screen, API and table at once.
import path from "node:path";
import { readConfiguration } from "../src/server/config.ts";
import { judgeData } from "../src/server/preconditions.ts";
import { formatError } from "../src/server/format-error.ts";
import { collectGarbage, limitHeap } from "./dev/memory.ts";
import { startDevelopment } from "./dev/run.ts";
import { endWithNpm } from "./end-with-npm.ts";

const root = path.resolve(import.meta.dirname, "..");
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const complain = (line: string): void => void process.stderr.write(`${line}\n`);

async function main(): Promise<void> {
  limitHeap();
  const configuration = readConfiguration(process.env, root);
  await judgeData(configuration);
  const development = await startDevelopment({ root, configuration, say, complain, rested: collectGarbage });

  let isStopping = false;
  const stop = (code: number): void => {
    if (isStopping) process.exit(130);
    isStopping = true;
    development
      .close()
      .catch((error: unknown) => complain(formatError(error)))
      .finally(() => process.exit(code));
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop(0));
  endWithNpm();

  try {
    await development.first;
  } catch (error) {
    complain(formatError(error));
    stop(1);
  }
}

main().catch((error: unknown) => {
  complain(formatError(error));
  process.exitCode = 1;
});
