// What `npm run dev` does, apart from being a program: Vite and the embedded server on one address, and definitions that are taken over when
// they are saved.
import { firstAccount } from "../../src/server/auth/default-credentials.ts";
import type { Configuration } from "../../src/server/config.ts";
import { startServer, type RunningServer } from "../../src/server/start-server.ts";
import { formatError } from "../../src/server/format-error.ts";
import { startBrowserServer } from "./browser-server.ts";
import type { Absence } from "./proxy-request.ts";
import { createSession } from "./session.ts";
import { coalesced } from "./coalesce.ts";
import { definitionWriter } from "./write-definition.ts";

interface DevelopmentOptions {
  readonly root: string;
  readonly configuration: Configuration;
  readonly say: (line: string) => void;
  readonly complain: (line: string) => void;
  /** Called when nothing is to be done until the next save. */
  readonly rested?: () => void;
}

interface Development {
  readonly address: string;
  /** Resolves when the definitions were taken over, or refused, for the first time. */
  readonly first: Promise<void>;
  close(): Promise<void>;
}

const isDefinition = (file: string) => /^resources\/.+\.ts$/.test(file) && !file.endsWith(".test.ts");
/** Loaded once by this process; a change is seen only by the next one. */
const isServerSource = (file: string) =>
  /^(?:src\/(?:server|schema)\/.+|src\/fields\/.+\/(?:definition|column)|scripts\/.+)\.ts$/.test(file) && !file.endsWith(".test.ts");

/** Starts it; it is ready once `first` has resolved. */
export async function startDevelopment({ root, configuration, say, complain, rested }: DevelopmentOptions): Promise<Development> {
  let server: RunningServer | undefined;
  let absence: Absence = "starting";
  const browser = await startBrowserServer({
    root,
    configuration,
    say,
    api: () => (server === undefined ? { absence } : { address: server.address }),
  });
  const session = createSession({
    root,
    browser,
    say,
    complain: (error) => complain(formatError(error)),
    ...(rested === undefined ? {} : { rested }),
    serve: async (model) => {
      if (server !== undefined) {
        await server.reload(model);
        return;
      }
      server = await startServer({
        writeDefinition: definitionWriter(root),
        configuration: { ...configuration, host: "127.0.0.1", port: 0 },
        model,
        // Rows of one developer; the rest of the memory is for an editor and a browser.
        postgresSettings: { shared_buffers: "32MB" },
        note: (sentence) => say(`note: ${sentence}`),
      });
      const isMoved = configuration.port !== 0 && new URL(browser.address).port !== String(configuration.port);
      say(`Tracemark is ready at ${browser.address}${isMoved ? ` (port ${configuration.port} is taken)` : ""}`);
      if (!configuration.isExposed)
        say(`  first account: ${firstAccount.account}, password ${firstAccount.password}, tenant ${firstAccount.tenantId}`);
      say("  edits in resources/ reload live; Ctrl-C stops");
    },
  });

  /** What was refused is corrected by the next save, and then it starts. */
  const takeOverOnce = async (files: ReadonlySet<string>): Promise<boolean> => {
    absence = "starting";
    let isTaken = false;
    try {
      isTaken = await session.takeOver(files);
    } finally {
      if (!isTaken) absence = "refused";
    }
    return isTaken;
  };
  const first = takeOverOnce(new Set());
  const takeOver = coalesced(async (files) => {
    await first;
    try {
      await takeOverOnce(files);
    } catch (error) {
      // An unexpected error must not end the session: the next save tries again.
      complain(formatError(error));
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
  return {
    address: browser.address,
    first: first.then((isTaken) => {
      if (!isTaken) say(`Tracemark waits at ${browser.address} for its definitions to be corrected`);
    }),
    close: async () => {
      session.stop();
      for (const outcome of await Promise.allSettled([browser.close(), server?.close()]))
        if (outcome.status === "rejected") throw outcome.reason;
    },
  };
}
