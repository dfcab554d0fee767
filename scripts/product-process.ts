// The product as a process of its own, for scripts that measure or try it: started, known by its address, and stopped.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";

export interface Product {
  readonly process: ChildProcess;
  readonly address: string;
}

/** Settings of a product that answers this machine alone, at a free port, whatever the shell around it has set. */
export const localSettings = { NODE_ENV: "", HOST: "127.0.0.1", PORT: "0", BLADE_URL: "" } as const;

interface ProductStart {
  /** What Node runs: the path of a program and its arguments, behind options of Node. */
  readonly program: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** How long the start may take. Default 120, for a slow machine. */
  readonly patienceSeconds?: number;
}

/** Starts the product; resolves when it is ready. Throws with what it wrote when it ends before, or takes too long. */
export async function startProduct({ program, folder, environment, patienceSeconds = 120 }: ProductStart): Promise<Product> {
  const child = spawn(process.execPath, program, { cwd: folder, env: environment, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const address = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`the product is not ready after ${patienceSeconds} s; it wrote:\n${output}`));
    }, patienceSeconds * 1000);
    const read = (data: Buffer): void => {
      output += data.toString();
      const [, found] = /is ready at (http:\/\/\S+)/.exec(output) ?? [];
      if (found === undefined) return;
      clearTimeout(late);
      resolve(found);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("error", reject);
    child.on("exit", (code) => {
      clearTimeout(late);
      reject(new Error(`the product ended with ${String(code)}; it wrote:\n${output}`));
    });
  });
  child.stdout.removeAllListeners("data").resume();
  child.stderr.removeAllListeners("data").pipe(process.stderr, { end: false });
  return { process: child, address };
}

/** Ends the product as a service manager does; resolves when it has ended. */
export async function stopProduct({ process: child }: Product): Promise<void> {
  const ended = child.exitCode === null && child.signalCode === null ? once(child, "exit") : undefined;
  child.kill("SIGTERM");
  await ended;
}
