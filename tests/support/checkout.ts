// A copy of this checkout that a test may change: definitions are added, broken and removed there, and the scripts run on it.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { scratch } from "./scratch.ts";

const root = path.resolve(import.meta.dirname, "../..");
const copied = ["package.json", "tsconfig.json", "resources", "src", "scripts", "generated", "docs"];

interface ScriptResult {
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

/**
 * The first name that no copy has at the moment. Compiled sources are kept by their path, so a copy in a place where one was before starts
 * its programs seconds sooner.
 */
function freeFolder(number = 1): string {
  const folder = path.join(scratch(), `tracemark-copy-${createHash("sha256").update(root).digest("hex").slice(0, 8)}-${number}`);
  try {
    mkdirSync(folder);
    return folder;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return freeFolder(number + 1);
    throw error;
  }
}

/** Copies what the scripts read and write; packages are shared. Further names may be given. */
export function copyOfCheckout(more: readonly string[] = []): Checkout {
  const copy = freeFolder();
  for (const name of [...copied, ...more])
    if (existsSync(path.join(root, name))) cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
  symlinkSync(path.join(root, "node_modules"), path.join(copy, "node_modules"));
  return checkoutAt(copy);
}

/** A folder as a checkout, which goes when it is disposed of. */
export function checkoutAt(copy: string): Checkout {
  const at = (file: string) => path.join(copy, file);
  return {
    root: copy,
    read: (file) => readFileSync(at(file), "utf8"),
    write: (file, text) => {
      mkdirSync(path.dirname(at(file)), { recursive: true });
      writeFileSync(at(file), text);
    },
    remove: (file) => rmSync(at(file), { recursive: true }),
    has: (file) => existsSync(at(file)),
    run(script, parameters = [], input = "") {
      const result = spawnSync(process.execPath, ["scripts/run.cjs", script, ...parameters], {
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
