// The process that sends requests of a measurement; separate from the servers, so that it does not share their event loop.
import { fork, type ChildProcess } from "node:child_process";
import type { Load, LoadResult } from "./load-process.ts";

interface Sender {
  /** Sends as many requests as are answered in the given time. */
  load(options: Load): Promise<LoadResult>;
  stop(): void;
}

export function startSender(): Sender {
  const child: ChildProcess = fork(new URL("./load-process.ts", import.meta.url), {
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  return {
    load: (options) =>
      new Promise((resolve, reject) => {
        const failed = () => reject(new Error("the process that sends requests has ended"));
        child.once("exit", failed);
        child.once("message", (result) => {
          child.off("exit", failed);
          // Only load-process.ts sends messages, one for each load.
          resolve(result as LoadResult);
        });
        child.send(options);
      }),
    stop: () => void child.kill(),
  };
}
