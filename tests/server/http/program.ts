// The server as a process of its own, for tests of its start and its end.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { builtServer, shortLived } from "../../support/built-server.ts";
import { scratch } from "../../support/scratch.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

export interface Program {
  /** Its address, once it says that it is ready; rejects with all it said when it ends before. */
  address(): Promise<string>;
  /** The exit code. */
  ended(): Promise<number | null>;
  /** Everything it said. */
  said(): string;
  /** Ends it as a terminal or an init system would, and gives the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  readonly pid: number;
}

/** Starts the built server with these variables and none of ours. Ended with the test. */
export function startProgram(environment: Readonly<Record<string, string>>): Program {
  const child: ChildProcess = spawn(process.execPath, [...shortLived, builtServer()], {
    cwd: root,
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], PORT: "0", LOG_LEVEL: "warn", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let onOutput = (): void => undefined;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
      onOutput();
    });
  }
  const exited = once(child, "exit").then(([code]: unknown[]) => (typeof code === "number" ? code : null));
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return exited;
  };
  onTestFinished(async () => void (await stop("SIGTERM")));
  return {
    pid: child.pid ?? -1,
    said: () => output,
    ended: () => exited,
    stop,
    address: () =>
      new Promise((resolve, reject) => {
        onOutput = () => {
          const found = /is ready at (http:\/\/\S+)/.exec(output)?.[1];
          if (found !== undefined) resolve(found);
        };
        onOutput();
        void exited.then((code) => reject(new Error(`it ended with code ${code} and said:\n${output}`)));
      }),
  };
}

/** A directory that the system user of PostgreSQL can reach; removed after the test. */
export async function dataDirectory(): Promise<string> {
  const directory = await mkdtemp(join(scratch(), "tracemark-start-"));
  await chmod(directory, 0o711);
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}
