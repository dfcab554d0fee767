// A part of the application that is gone after a new version was put in place, or that did not arrive.

const listeners = new Set<() => void>();

/** Whether an error says that a part could not be loaded; browsers and bundlers each say it in their own words. */
export function isMissingChunk(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|module script failed|Loading chunk|preload CSS/i.test(error.message);
}

/** Is called when a part is missing somewhere where no page can say so. */
export function onMissingChunk(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells whoever can offer to load the page anew. */
export function reportMissingChunk(): void {
  for (const listener of [...listeners]) listener();
}
