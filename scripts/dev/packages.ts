// The packages that pages import, as Vite bundles them for the browser before it serves. Done by a process that ends, whose memory, some
// hundred megabytes, ends with it: Vite would do it in the program that serves.
import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

/** The plugins that `npm run dev` adds to those of vite.config.ts. Vite bundles packages anew where the names of its plugins differ. */
export const ownPlugins = { api: "tracemark-api", settings: "tracemark-settings" } as const;

/** Its own place: the folder of packages may be shared between checkouts. */
export const packagesFolder = (dataDirectory: string): string => path.join(dataDirectory, "vite");

/** What decides how they are bundled. */
const sources = ["node_modules/.package-lock.json", "vite.config.ts"] as const;

async function changedAt(file: string): Promise<number> {
  return (await stat(file)).mtimeMs;
}

async function areBundled(root: string, folder: string): Promise<boolean> {
  try {
    const times = await Promise.all(sources.map((file) => changedAt(path.join(root, file))));
    return (await changedAt(path.join(folder, "deps", "_metadata.json"))) > Math.max(...times);
  } catch {
    return false; // one of them is missing
  }
}

/**
 * Bundles them where that has not been done, or was done for others. Where it fails, Vite does it while it serves: that works as well, with
 * more memory, so what failed is told and `npm run dev` goes on.
 */
export async function bundlePackages(root: string, dataDirectory: string, say: (line: string) => void): Promise<void> {
  const folder = packagesFolder(dataDirectory);
  if (await areBundled(root, folder)) return;
  const program = path.join(root, "scripts", "dev", "bundle-packages.ts");
  try {
    await promisify(execFile)(process.execPath, ["--import", "tsx", program, folder], { cwd: root });
  } catch (error) {
    say(
      `note: packages are bundled while pages are served, which takes more memory: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
