// A copy of this checkout that a test may change: definitions are added, broken and removed there, and the scripts run on it.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { scratch } from "./scratch.ts";

const root = path.resolve(import.meta.dirname, "../..");
const copied = ["package.json", "tsconfig.json", "resources", "src", "scripts", "generated"];

export interface ScriptResult {
  readonly code: number | null;
  readonly output: string;
}

export interface Checkout extends Disposable {
  readonly root: string;
  read(file: string): string;
  write(file: string, text: string): void;
  remove(file: string): void;
  has(file: string): boolean;
  /** Runs one of the programs of scripts/, with what it reads on its standard input. */
  run(script: string, parameters?: readonly string[], input?: string): ScriptResult;
}

/** Copies what the scripts read and write; packages are shared. Further names may be given. */
export function copyOfCheckout(more: readonly string[] = []): Checkout {
  const copy = mkdtempSync(path.join(scratch(), "tracemark-copy-"));
  for (const name of [...copied, ...more])
    if (existsSync(path.join(root, name))) cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
  symlinkSync(path.join(root, "node_modules"), path.join(copy, "node_modules"));
  const at = (file: string) => path.join(copy, file);
  return {
    root: copy,
    read: (file) => readFileSync(at(file), "utf8"),
    write: (file, text) => writeFileSync(at(file), text),
    remove: (file) => rmSync(at(file), { recursive: true }),
    has: (file) => existsSync(at(file)),
    run(script, parameters = [], input = "") {
      const result = spawnSync(process.execPath, ["--import", "tsx", `scripts/${script}.ts`, ...parameters], {
        cwd: copy,
        encoding: "utf8",
        input,
        env: { ...process.env, NO_COLOR: "1" },
      });
      return { code: result.status, output: `${result.stdout}${result.stderr}` };
    },
    [Symbol.dispose]() {
      rmSync(copy, { recursive: true, force: true });
    },
  };
}
