// `npm run dev`: the embedded server and the browser application on one address; a saved definition changes screen, API and table at once.
import path from "node:path";
import { firstAccount } from "../src/server/auth/default-credentials.ts";
import { readConfiguration } from "../src/server/config.ts";
import { judgeData } from "../src/server/preconditions.ts";
import { definitionWriter } from "./dev/write-definition.ts";
import { startServer, type RunningServer } from "../src/server/start-server.ts";
import { told } from "../src/server/told.ts";
import { startBrowserServer } from "./dev/browser-server.ts";
import { createSession } from "./dev/session.ts";
import { inTurns } from "./dev/turns.ts";
import { endWithNpm } from "./end-with-npm.ts";

const root = path.resolve(import.meta.dirname, "..");
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const complain = (error: unknown): void => void process.stderr.write(`${told(error)}\n`);

const isDefinition = (file: string) => /^resources\/.+\.ts$/.test(file) && !file.endsWith(".test.ts");
/** Loaded once by this process; a change is seen only by the next one. */
const isServerSource = (file: string) =>
  /^(?:src\/(?:server|schema)\/.+|src\/fields\/.+\/(?:definition|column)|scripts\/.+)\.ts$/.test(file) && !file.endsWith(".test.ts");

async function main(): Promise<void> {
  const configuration = readConfiguration(process.env, root);
  await judgeData(configuration);
  let server: RunningServer | undefined;
  const browser = await startBrowserServer({ root, configuration, api: () => server?.address });
  const session = createSession({
    root,
    browser,
    say,
    serve: async (model) => {
      if (server !== undefined) {
        await server.reload(model);
        return;
      }
      server = await startServer({
        writeDefinition: definitionWriter(root),
        configuration: { ...configuration, host: "127.0.0.1", port: 0 },
        model,
        note: (sentence) => say(`note: ${sentence}`),
      });
      const isMoved = configuration.port !== 0 && new URL(browser.address).port !== String(configuration.port);
      say(`Tracemark is ready at ${browser.address}${isMoved ? ` (port ${configuration.port} is taken)` : ""}`);
      if (!configuration.isExposed)
        say(`  first account: ${firstAccount.account}, password ${firstAccount.password}, tenant ${firstAccount.tenantId}`);
      say("  edits in resources/ reload live; Ctrl-C stops");
    },
  });

  let isStopping = false;
  const stop = (code: number): void => {
    if (isStopping) process.exit(130);
    isStopping = true;
    Promise.allSettled([browser.close(), server?.close()]).then(() => process.exit(code), complain);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop(0));
  endWithNpm();

  const first = session.takeOver(new Set());
  const takeOver = inTurns(async (files) => {
    await first;
    try {
      await session.takeOver(files);
    } catch (error) {
      // An unexpected error must not end the session: the next save tries again.
      complain(error);
      browser.showError({
        plugin: "npm run dev",
        message: error instanceof Error ? error.message : String(error),
        stack: error instanceof Error ? (error.stack ?? "") : "",
      });
    }
  });
  // Before the first take-over ends, so that no save is missed.
  browser.watch((file) => {
    if (isDefinition(file)) takeOver(file);
    else if (isServerSource(file)) say(`${file} is part of the running program: start npm run dev again to see the change`);
  });
  try {
    if (!(await first)) say(`Tracemark waits at ${browser.address} for its definitions to be corrected`);
  } catch (error) {
    complain(error);
    stop(1);
  }
}

main().catch((error: unknown) => {
  complain(error);
  process.exitCode = 1;
});
