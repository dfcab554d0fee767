// `npm run dev` on a copy of the checkout, for tests: as a program or within the process, over a clone of an installation, since what a first
// start does is looked at elsewhere. It is waited for by what it prints.
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { startDevelopment } from "../../scripts/dev/run.ts";
import { readConfiguration } from "../../src/server/config.ts";
import type { Checkout } from "./checkout.ts";
import { dropDatabase, freshDatabase } from "./postgres.ts";
import { installationVariables, installedProduct } from "./product.ts";
import { createTranscript, type Transcript } from "./transcript.ts";

export interface DevProgram extends Pick<Transcript, "until"> {
  readonly address: string;
  /** Kills the npm that started it, and resolves when the program is gone as well. */
  killNpm(): Promise<void>;
}

/** Names of what a copy needs besides the scripts, to be served by Vite. */
export const browserSources = ["vite.config.ts", "index.html", "verify.html", "public"] as const;

/** Its database, and files inside the copy. */
async function ground(copy: Checkout) {
  const connection = await freshDatabase(await installedProduct());
  return { connection, variables: { ...installationVariables(connection, path.join(copy.root, "data")), NO_COLOR: "1" } };
}

/** Starts it as a program on any free port. */
export async function startDev(copy: Checkout, variables: Readonly<Record<string, string>> = {}): Promise<DevProgram> {
  const { connection, variables: own } = await ground(copy);
  const { NODE_ENV: _mode, VITEST: _vitest, ...environment } = process.env;
  // A shell stands for npm, which starts programs by one.
  const child = spawn("sh", ["-c", '"$@"; exit $?', "npm", process.execPath, "scripts/run.cjs", "dev"], {
    cwd: copy.root,
    env: { ...environment, ...own, npm_lifecycle_event: "dev", ...variables },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const closed = once(child, "close");
  const transcript = createTranscript("npm run dev");
  const take = (chunk: Buffer) => transcript.take(chunk.toString());
  child.stdout.on("data", take);
  child.stderr.on("data", take);
  child.on("exit", () => transcript.end());
  const address = /http:\/\/\S+/.exec(await transcript.until(/is ready at http:\/\/\S+/))?.[0];
  if (address === undefined) throw new Error(`npm run dev told no address:\n${transcript.text()}`);
  return {
    address,
    until: transcript.until,
    killNpm: async () => {
      child.kill("SIGKILL");
      // Its output is open as long as the program lives.
      await closed;
      await dropDatabase(connection);
    },
  };
}

export interface DevWithin extends Pick<Transcript, "until"> {
  readonly address: string;
  close(): Promise<void>;
}

/** Starts what the program does within this process, which has loaded its modules already. */
export async function startDevWithin(copy: Checkout): Promise<DevWithin> {
  const { connection, variables } = await ground(copy);
  const transcript = createTranscript("npm run dev");
  const print = (line: string) => transcript.take(`${line}\n`);
  const development = await startDevelopment({
    root: copy.root,
    configuration: readConfiguration(variables, copy.root),
    say: print,
    complain: print,
  });
  await development.first;
  return {
    address: development.address,
    until: transcript.until,
    close: async () => {
      await development.close();
      await dropDatabase(connection);
    },
  };
}
