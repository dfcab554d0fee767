// Uncaught errors go to the local log: errors, rejected promises, and errors during rendering (docs/specification.md §8).
import { ApiFailure } from "../api/failure.ts";
import { isMissingChunk, reportMissingChunk } from "../browser/missing-chunk.ts";
import { recordError } from "./local-log.ts";

/** A refusal by the server is reported where the request was made, and is not a fault of the page. */
function isFault(thrown: unknown): boolean {
  return !(thrown instanceof ApiFailure) && !(thrown instanceof DOMException && thrown.name === "AbortError");
}

function record(thrown: unknown, info: string): void {
  if (!isFault(thrown)) return;
  if (thrown instanceof Error) recordError({ message: thrown.message || thrown.name, stack: thrown.stack ?? "", info });
  else recordError({ message: String(thrown), stack: "", info });
}

/** A browser's notice about a frame, which is not an error. */
const remark = /^ResizeObserver loop/;

/** Starts to listen. A part that did not arrive where no page shows it is offered to be loaded again. */
export function catchErrors(): void {
  addEventListener("error", ({ error, message, filename, lineno }) => {
    if (!remark.test(message)) record(error ?? message, filename === "" ? "window.onerror" : `${filename}:${lineno}`);
  });
  addEventListener("unhandledrejection", ({ reason }) => {
    record(reason, "unhandledrejection");
    if (isMissingChunk(reason)) reportMissingChunk();
  });
}

interface RenderErrorInfo {
  readonly componentStack?: string | null | undefined;
}

function recordRenderError(error: unknown, { componentStack }: RenderErrorInfo): void {
  record(
    error,
    (componentStack ?? "")
      .trim()
      .split("\n")
      .slice(0, 4)
      .map((line) => line.trim())
      .join(" "),
  );
}

/** For React's root: errors caught by a boundary, and uncaught ones. The browser logs both to its console. */
export const rootErrors = {
  onCaughtError: (error: unknown, info: RenderErrorInfo): void => {
    if (!isFault(error)) return;
    recordRenderError(error, info);
    reportError(error);
  },
  onUncaughtError: (error: unknown, info: RenderErrorInfo): void => {
    recordRenderError(error, info);
    // Comes back as an event of the window, which the log takes for the same.
    reportError(error);
  },
};
