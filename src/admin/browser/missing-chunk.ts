// A part of the application that is gone after a new version was put in place, or that did not arrive.

const listeners = new Set<() => void>();

/** Whether an error means that a chunk could not be loaded; browsers and bundlers word it differently. */
export function isMissingChunk(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|module script failed|Loading chunk|preload CSS/i.test(error.message);
}

/** For a part that is loaded ahead: whoever needs it loads it again and is told. Any other error is thrown on. */
export function ignoreMissingChunk(error: unknown): void {
  if (!isMissingChunk(error)) throw error;
}

/** Called when a chunk is missing where no page can show it. */
export function onMissingChunk(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notifies the component that offers to reload the page. */
export function reportMissingChunk(): void {
  for (const listener of [...listeners]) listener();
}
