// Runs start-child.ts in a process of its own, as anybody, and talks to it.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createInterface, type Interface } from "node:readline";
import { inject, onTestFinished } from "vitest";
import type { PostgresConnection } from "../../../src/server/postgres/connection.ts";
import type { StartOptions } from "../../../src/server/postgres/launcher.ts";
import { shortLived } from "../../support/built-server.ts";

/** What start-child.ts tells: a started server, or an error. */
interface ChildMessage {
  readonly connection: PostgresConnection;
  readonly pid: number;
  readonly directory: string;
  readonly attached: boolean;
  readonly firstStart: boolean;
  readonly notes: readonly string[];
  readonly error?: string;
}

interface StartedChild {
  readonly told: ChildMessage;
  /** Asks it to stop PostgreSQL; what `stop` answered. */
  stop(): Promise<boolean>;
  /** Lets it come to its end without stopping PostgreSQL; its exit code. */
  end(): Promise<number>;
  /** SIGKILL: no handler of it runs. */
  kill(): Promise<void>;
}

interface ChildOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly uid?: number;
  readonly gid?: number;
}

const root = resolve(import.meta.dirname, "../../..");

let program: Promise<string> | undefined;

/** The program as one file: a dozen of them start, and each would compile the sources anew. It lies where anybody may read it. */
async function builtProgram(): Promise<string> {
  const { build } = await import("vite");
  const folder = await mkdtemp(join(inject("files"), "start-child-"));
  await chmod(folder, 0o755);
  // Where it looks for PostgreSQL's package.
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: join(import.meta.dirname, "start-child.ts"),
      outDir: join(folder, "built"),
      minify: false,
      target: "node20",
      rolldownOptions: { output: { entryFileNames: "start-child.mjs" } },
    },
  });
  return join(folder, "built", "start-child.mjs");
}

/** Starts PostgreSQL in a process of its own, which is killed after the test unless it has ended. */
export async function startInChild(options: StartOptions, { env, ...identity }: ChildOptions = {}): Promise<StartedChild> {
  const child = spawn(process.execPath, [...shortLived, await (program ??= builtProgram()), JSON.stringify(options)], {
    ...identity,
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  onTestFinished(kill);
  const lines = createInterface({ input: child.stdout });
  const reported: ChildMessage = await nextMessage(lines, child);
  return {
    told: reported,
    kill,
    end: async () => {
      child.stdin.end();
      const [code]: number[] = await once(child, "exit");
      return code ?? -1;
    },
    stop: async () => {
      child.stdin.write("stop\n");
      const { stopped }: { stopped: boolean } = await nextMessage(lines, child);
      return stopped;
    },
  };
}

async function nextMessage<T>(lines: Interface, child: ChildProcess): Promise<T> {
  const line = await Promise.race([
    once(lines, "line"),
    once(child, "exit").then(([code]) => Promise.reject(new Error(`the child ended with ${String(code)}`))),
  ]);
  return JSON.parse(String(line[0]));
}
