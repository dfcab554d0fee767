// `npm run dev` on a copy of the checkout, for tests: it is waited for by what it prints.
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Checkout } from "./checkout.ts";

export interface DevProgram {
  /** What it printed from the last line waited for up to the first that matches. */
  until(pattern: RegExp): Promise<string>;
  /** The address it printed. */
  address(): Promise<string>;
  /** Ends it as Ctrl-C would, and resolves to its exit code. */
  stop(): Promise<number | null>;
}

/** Names of what a copy needs besides the scripts, to be served by Vite. */
export const browserSources = ["vite.config.ts", "index.html", "public"] as const;

/** Starts it on any free port, with PostgreSQL and all data inside the copy. */
export function startDev(copy: Checkout): DevProgram {
  const { DATABASE_URL: _url, NODE_ENV: _mode, VITEST: _vitest, ...environment } = process.env;
  const child = spawn(process.execPath, ["--import", "tsx", "scripts/dev.ts"], { cwd: copy.root, env: { ...environment, PORT: "0", NO_COLOR: "1" }, stdio: ["ignore", "pipe", "pipe"] });
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
    for (;;) {
      const found = pattern.exec(printed.slice(read));
      const end = found === null ? -1 : printed.indexOf("\n", read + found.index + found[0].length);
      if (end !== -1) {
        const told = printed.slice(read, end);
        read = end + 1;
        return told;
      }
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
        child.kill("SIGINT");
        await once(child, "exit");
      }
      return child.exitCode;
    },
  };
}
