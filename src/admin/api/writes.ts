// Tells whoever shows rows of a resource that some were written, so that it reads them anew.
import type { Row } from "./record.ts";

export interface Write {
  readonly resource: string;
  readonly kind: "create" | "update" | "remove" | "action";
  /** Keys of the rows, where they are known. */
  readonly ids: readonly string[];
  /** What was sent, in a create or update. */
  readonly values: Row;
}

const listeners = new Set<(write: Write) => void>();

export function announceWrite(write: Write): void {
  for (const listener of [...listeners]) listener(write);
}

/** Is called after every write that succeeded; the answered function ends it. */
export function onWrite(listener: (write: Write) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
