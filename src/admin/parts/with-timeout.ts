// Waits for a part of the application that is on its way, but not for ever: browsers set no limit to a module that never comes
// (docs/specification.md §8). The build puts this around every import() of ours (scripts/vite/watched-imports.ts).

/** Milliseconds after which a part that has not arrived is reported as missing (docs/specification.md §8). */
export const mostSilence = 120_000;

/** The part, or an error that {@link isMissingChunk} knows, whichever comes first. */
export function withTimeout<T>(part: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Loading chunk took longer than ${mostSilence / 1000} s`)), mostSilence);
    part.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
