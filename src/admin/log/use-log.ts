// The local error log as components read it.
import { useSyncExternalStore } from "react";
import { logEntries, onLog, type LogEntry } from "./local-log.ts";

export function useLog(): readonly LogEntry[] {
  return useSyncExternalStore(onLog, logEntries);
}

/** The badge counts no further (docs/specification.md §9). */
const maxShown = 99;

/** The text of a badge: "" for zero, "99+" above its limit. */
export function badgeText(count: number): string {
  return count === 0 ? "" : count > maxShown ? `${maxShown}+` : String(count);
}
