// Keeps `npm run dev` small beside an editor and a browser: it gives back what it no longer needs.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Has the heap grow by a third of what is in use before it is collected; V8 would take several times as much of a large machine. */
export function limitHeap(): void {
  setFlagsFromString("--heap-growing-percent=30");
}

/** Collects garbage. Nothing is allocated while nobody saves, so V8 itself would see no reason to. */
export function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  if (typeof collect === "function") collect();
}
