// Light or dark: what the system prefers until somebody chooses, then the choice.
import { useSyncExternalStore } from "react";
import { readStored, writeStored } from "../api/stored.ts";

export type Appearance = "light" | "dark";

const storedAs = "appearance";
const listeners = new Set<() => void>();

function chosen(): Appearance | undefined {
  const content = readStored(storedAs)?.content;
  return content === "light" || content === "dark" ? content : undefined;
}

function preferred(): Appearance {
  return typeof matchMedia === "function" && matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

let current: Appearance = chosen() ?? preferred();

function show(next: Appearance): void {
  current = next;
  // The style sheet reads this; without it, it follows the system.
  document.documentElement.dataset["appearance"] = next;
  for (const listener of [...listeners]) listener();
}

/** Shows the page in its appearance and follows the system for as long as nobody has chosen. */
export function startAppearance(): void {
  show(current);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    if (chosen() === undefined) show(preferred());
  });
}

export function changeAppearance(next: Appearance): void {
  writeStored(storedAs, next);
  show(next);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The appearance of the page. */
export function useAppearance(): Appearance {
  return useSyncExternalStore(subscribe, () => current, () => "light");
}
