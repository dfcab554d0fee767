// The server as a program: reads its settings, starts, prints its address, and shuts down gracefully on signals.
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildModel } from "#schema/model";
import { areas, definitions } from "#generated/registry.ts";
import { firstAccount } from "./auth/default-credentials.ts";
import { commands, runCommand } from "./backup/command.ts";
import { readConfiguration, type Configuration } from "./config.ts";
import type { LaunchOptions } from "./launch.ts";
import { readyLine } from "./ready-line.ts";
import { settingsHelp } from "./settings-help.ts";
import { startServer, type RunningServer } from "./start-server.ts";
import { formatError } from "./format-error.ts";

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const complain = (line: string): void => void process.stderr.write(`${line}\n`);

/** Prints everything at once: programs that wait for the first line get the others as well. */
async function announce(running: RunningServer, configuration: Configuration): Promise<void> {
  const lines = [readyLine(running, configuration)];
  if (configuration.bladeUrl !== undefined) {
    lines.push(`  back-end: ${configuration.bladeUrl}`);
  } else {
    if (await running.hasFirstPassword())
      lines.push(`  first account: ${firstAccount.account}, password ${firstAccount.password}, tenant ${firstAccount.tenantId}`);
    lines.push(`  data: ${running.data}`);
    if (running.operationsAddress !== undefined) lines.push(`  metrics: ${running.operationsAddress}/metrics`);
    if (configuration.logFile !== undefined) lines.push(`  log: ${configuration.logFile}`);
  }
  say(lines.join("\n"));
}

/** npm forwards the signal that the terminal has also sent to this process: a second one this soon is the same. */
const echoMs = 1_000;

/** Shuts down gracefully; a second request after a moment exits at once. */
function stopOnSignals(running: RunningServer, drainMs: number): void {
  let since: number | undefined;
  const stop = (signal: NodeJS.Signals): void => {
    if (since !== undefined) {
      if (performance.now() - since > echoMs) process.exit(130);
      return;
    }
    since = performance.now();
    say(`\nstopping (${signal})`);
    // A terminal does not wait; a service manager restarts one process after another.
    running.close(signal === "SIGTERM" ? drainMs : 0).then(
      () => process.exit(0),
      (error: unknown) => {
        complain(formatError(error));
        process.exit(1);
      },
    );
  };
  // SIGHUP: the terminal was closed.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
}

/** The output directory of `npm run build` for the browser application: next to that of the bundle, wherever it is started from. */
function findPages(): string | undefined {
  const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..", "admin");
  return existsSync(path.join(folder, "index.html")) ? folder : undefined;
}

/** A disk that is full, or a reader that is gone, is no reason to end. */
function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}

/** Where the pages are, once they are built. */
async function builtPages({ arePagesBuilt = Promise.resolve(true) }: LaunchOptions): Promise<string | undefined> {
  if (!(await arePagesBuilt)) throw new PagesNotBuiltError();
  const pages = findPages();
  if (pages === undefined) complain("dist/admin is missing, so only /api is served: npm run build makes it.");
  return pages;
}

/** The build has told why. */
class PagesNotBuiltError extends Error {}

async function main(options: LaunchOptions): Promise<void> {
  outliveOutput();
  const configuration = readConfiguration(process.env);
  const running = await startServer({
    configuration,
    model: buildModel(definitions, areas),
    pages: () => builtPages(options),
    note: (sentence) => say(`  note: ${sentence}`),
    // Tests and the development server look out for it.
    refusesNesting: false,
  });
  stopOnSignals(running, configuration.drainMs);
  await announce(running, configuration);
}

/** Starts it (launch.ts), or runs the command that is named; what it cannot start with is told. Resolves to whether it was started. */
export async function run(options: LaunchOptions = {}): Promise<boolean> {
  const [parameter, ...others] = process.argv.slice(2);
  const command = commands.find((one) => one === parameter);
  if (command !== undefined) {
    await runCommand(command, others, () => buildModel(definitions, areas));
    return false;
  }
  if (parameter === "--help" || parameter === "-h") {
    say(`Starts the server, or with the word ${commands.join(" or ")} does that (${commands[0]} --help).

${settingsHelp()}`);
    return false;
  }
  if (parameter !== undefined) {
    complain(`The server takes no "${parameter}": its settings are environment variables, and --help lists them.`);
    process.exitCode = 1;
    return false;
  }
  try {
    await main(options);
    return true;
  } catch (error) {
    if (!(error instanceof PagesNotBuiltError)) complain(formatError(error));
    process.exitCode = 1;
    return false;
  }
}
