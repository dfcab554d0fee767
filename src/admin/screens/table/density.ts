// How high the rows of all lists are: one choice of the person, kept in the browser.
import { useSyncExternalStore } from "react";
import { readStored, writeStored } from "../../browser/storage.ts";

export type Density = "middle" | "small";

const storedAs = "density";
const listeners = new Set<() => void>();
let current: Density | undefined;

function read(): Density {
  current ??= readStored(storedAs)?.content === "small" ? "small" : "middle";
  return current;
}

export function changeDensity(next: Density): void {
  current = next;
  writeStored(storedAs, next);
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useDensity(): Density {
  return useSyncExternalStore(subscribe, read, () => "middle");
}
