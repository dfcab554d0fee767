// Waits for a part of the application that is on its way, but not for ever: browsers set no limit to a module that never comes
// (docs/specification.md §8). While the server is out of reach it waits until it is there again, so that what is open stays open. The build
// puts this around every import() of ours (scripts/vite/watched-imports.ts).
import { isReachable, untilReachable } from "./connection.ts";
import { isMissingChunk } from "./missing-chunk.ts";

/** Milliseconds after which a part that has not arrived is reported as missing (docs/specification.md §8). */
export const maxSilenceMs = 120_000;

const tookTooLong = `Loading chunk took longer than ${maxSilenceMs / 1000} s`;

function inTime<T>(part: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(tookTooLong)), maxSilenceMs);
    part.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Asks anew for the style sheet that a part failed for: the bundler's loader takes it for asked for already. */
function restoreStyles(message: string): Promise<void> {
  const [, href] = /preload CSS for (\S+)/i.exec(message) ?? [];
  if (href === undefined) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => reject(new Error(message)));
    document.head.append(link);
  });
}

/** The part, or an error that {@link isMissingChunk} knows: where the server answers and has it no more. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  let failed = "";
  for (let hasAnswered = false; ;) {
    try {
      await restoreStyles(failed);
      return await inTime(load());
    } catch (error) {
      // Twice in a row, although the server is there: a new version has taken its place.
      if (hasAnswered || !isMissingChunk(error) || !(error instanceof Error) || error.message === tookTooLong) throw error;
      failed = error.message;
      hasAnswered = await isReachable();
      if (!hasAnswered) await untilReachable();
    }
  }
}
