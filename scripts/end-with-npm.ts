// Ends a program that serves together with the npm that started it.
import { readFileSync } from "node:fs";

const parentCheckMs = 2_000;

/** Our parent (npm's shell) and its parent (npm); systems other than Linux report only the first. */
function ancestors(): string {
  const parent = process.ppid;
  try {
    // The fourth value, behind a name in parentheses that may hold anything.
    return `${parent} ${readFileSync(`/proc/${parent}/stat`, "utf8").replace(/^.*\)\s+\S+\s+(\d+)[\s\S]*$/, "$1")}`;
  } catch {
    return String(parent); // no /proc, or the parent is gone
  }
}

/**
 * A killed npm sends no signal, so the parent process is watched and this process ends with it. Without npm it runs until it is stopped.
 */
export function endWithNpm(): void {
  if (process.env["npm_lifecycle_event"] === undefined || process.platform === "win32") return;
  const first = ancestors();
  setInterval(() => {
    if (ancestors() !== first) process.kill(process.pid, "SIGTERM");
  }, parentCheckMs).unref();
}
