// `npm run dev` on a copy of the checkout, for tests: it is waited for by what it prints.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as after } from "node:timers/promises";
import type { Checkout } from "./checkout.ts";

export interface DevProgram {
  /** What it printed from the last line waited for up to the first that matches. */
  until(pattern: RegExp): Promise<string>;
  /** The address it printed. */
  address(): Promise<string>;
  /** Ends it as Ctrl-C would, and resolves to its exit code. */
  stop(): Promise<number | null>;
  /** Kills the npm that started it, and resolves when the program is gone as well. */
  killNpm(): Promise<void>;
}

/** Names of what a copy needs besides the scripts, to be served by Vite. */
export const browserSources = ["vite.config.ts", "index.html", "verify.html", "public"] as const;

/** Longest time for one save, or for the first start, on a machine that does other things besides. */
const longestWaitMs = 120_000;

/** Starts it on any free port, with PostgreSQL and all data inside the copy. */
export function startDev(copy: Checkout, variables: Readonly<Record<string, string>> = {}): DevProgram {
  const { DATABASE_URL: _url, NODE_ENV: _mode, VITEST: _vitest, ...environment } = process.env;
  // A shell stands for npm, which starts programs by one: Ctrl-C is for the program, whose exit code is npm's.
  const child = spawn("sh", ["-c", 'trap "" INT; "$@"; exit $?', "npm", process.execPath, "scripts/run.cjs", "dev"], {
    cwd: copy.root,
    env: { ...environment, npm_lifecycle_event: "dev", PORT: "0", NO_COLOR: "1", ...variables },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const closed = once(child, "close");
  let printed = "";
  let read = 0;
  let isOver = false;
  let wake = () => {};
  const take = (chunk: Buffer) => {
    printed += chunk.toString();
    wake();
  };
  child.stdout.on("data", take);
  child.stderr.on("data", take);
  child.on("exit", () => {
    isOver = true;
    wake();
  });

  const until = async (pattern: RegExp): Promise<string> => {
    const patience = new AbortController();
    const isLate = after(longestWaitMs, undefined, { signal: patience.signal, ref: false }).then(
      () => wake(),
      () => undefined,
    );
    const began = performance.now();
    try {
      return await found(pattern, () => performance.now() - began >= longestWaitMs);
    } finally {
      patience.abort();
      await isLate;
    }
  };
  const found = async (pattern: RegExp, isTooLate: () => boolean): Promise<string> => {
    for (;;) {
      const match = pattern.exec(printed.slice(read));
      const end = match === null ? -1 : printed.indexOf("\n", read + match.index + match[0].length);
      if (end !== -1) {
        const told = printed.slice(read, end);
        read = end + 1;
        return told;
      }
      if (isTooLate()) throw new Error(`npm run dev did not print ${pattern} in time, but:\n${printed.slice(read)}`);
      if (isOver) throw new Error(`npm run dev ended before it printed ${pattern}:\n${printed}`);
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return {
    until,
    address: async () => {
      const address = /http:\/\/\S+/.exec(await until(/is ready at http:\/\/\S+/))?.[0];
      if (address === undefined) throw new Error(`npm run dev told no address:\n${printed}`);
      return address;
    },
    stop: async () => {
      if (!isOver) {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGINT");
        await closed;
      }
      return child.exitCode;
    },
    killNpm: async () => {
      child.kill("SIGKILL");
      // Its output is open as long as the program lives.
      await closed;
    },
  };
}
