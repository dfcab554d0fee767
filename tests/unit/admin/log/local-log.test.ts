// @vitest-environment happy-dom
// What went wrong in a browser is kept there, bounded, and leaves nothing out that matters (docs/specification.md §3, §8, §9).
import { beforeEach, expect, test, vi } from "vitest";
import { ApiFailure } from "#admin/api/failure.ts";
import { readStored, writeStored } from "#admin/browser/storage.ts";
import { catchErrors, rootErrors } from "#admin/log/catch-errors.ts";
import { clearLog, logEntries, maxEntries, onLog, recordError } from "#admin/log/local-log.ts";
import { badgeText } from "#admin/log/use-log.ts";
import { isMissingChunk, onMissingChunk } from "#admin/browser/missing-chunk.ts";

const facts = (message: string) => ({ message, stack: `Error: ${message}`, info: "" });

beforeEach(() => clearLog());

catchErrors();

test("an error becomes an entry in the record of the specification, newest first", () => {
  recordError(facts("first"), Date.UTC(2026, 0, 2, 3, 4, 5));
  recordError(facts("second"), Date.UTC(2026, 0, 2, 3, 4, 6));
  expect(logEntries().map(({ message }) => message)).toEqual(["second", "first"]);
  expect(logEntries()[1]).toEqual({
    url: location.href,
    time: expect.stringMatching(/^2026-01-0\d \d\d:04:05$/),
    type: "error",
    message: "first",
    stack: "Error: first",
    info: "",
  });
  expect(readStored("logs")).toEqual({ content: logEntries(), dataType: "array", datetime: Date.UTC(2026, 0, 2, 3, 4, 6) });
});

test("the newest two hundred are kept, each of a bounded length", () => {
  for (let number = 0; number < maxEntries + 5; number += 1)
    recordError({ message: `error ${number} ${"x".repeat(5000)}`, stack: "s".repeat(50_000), info: "" });
  expect(logEntries()).toHaveLength(maxEntries);
  expect(logEntries()[0]?.message).toContain(`error ${maxEntries + 4} `);
  expect(JSON.stringify(logEntries()).length).toBeLessThan(1_000_000);
});

test("an error in a loop does not push out all others", () => {
  recordError(facts("rare"), 1000);
  for (let moment = 2000; moment < 2900; moment += 16) recordError(facts("again and again"), moment);
  expect(logEntries().map(({ message }) => message)).toEqual(["again and again", "rare"]);
  recordError(facts("again and again"), 60_000);
  expect(logEntries()).toHaveLength(3);
});

test("what another tab wrote meanwhile is kept", () => {
  recordError(facts("mine"));
  const other = { ...logEntries()[0], message: "theirs" };
  writeStored("logs", [other, ...logEntries()]);
  recordError(facts("mine again"));
  expect(logEntries().map(({ message }) => message)).toEqual(["mine again", "theirs", "mine"]);
});

test("a full storage loses no entry of this page and stops nothing", () => {
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  recordError(facts("while full"));
  full.mockRestore();
  expect(logEntries()[0]?.message).toBe("while full");
});

test("uncaught errors and rejected promises are entries; a refusal of the server and a browser's remark are none", () => {
  dispatchEvent(
    new ErrorEvent("error", { error: new TypeError("x is undefined"), message: "x is undefined", filename: "list.js", lineno: 7 }),
  );
  dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason: new Error("never awaited") }));
  dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason: "a text" }));
  dispatchEvent(
    Object.assign(new Event("unhandledrejection"), {
      reason: new ApiFailure({ status: 400, code: 400, error: "required", message: "no" }),
    }),
  );
  dispatchEvent(new ErrorEvent("error", { message: "ResizeObserver loop completed with undelivered notifications." }));
  expect(logEntries().map(({ message, info }) => [message, info])).toEqual([
    ["a text", "unhandledrejection"],
    ["never awaited", "unhandledrejection"],
    ["x is undefined", "list.js:7"],
  ]);
});

test("what a page throws while it is drawn is one entry that names the component", () => {
  const error = new Error("drawn wrong");
  // As browsers do: a reported error comes back as an event of the window.
  vi.stubGlobal("reportError", (reported: Error) => dispatchEvent(new ErrorEvent("error", { error: reported, message: reported.message })));
  rootErrors.onUncaughtError(error, { componentStack: "\n    at FactoryList (list.js:1)\n    at Outlet" });
  expect(logEntries()).toMatchObject([{ message: "drawn wrong", info: "at FactoryList (list.js:1) at Outlet" }]);
  vi.unstubAllGlobals();
});

test("a part that did not arrive outside of a page is told to whoever offers to load again", () => {
  const offer = vi.fn<() => void>();
  const stop = onMissingChunk(offer);
  const reason = new TypeError("Failed to fetch dynamically imported module: /assets/form.js");
  expect(isMissingChunk(reason)).toBe(true);
  dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason }));
  dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason: new Error("something else") }));
  stop();
  expect(offer).toHaveBeenCalledOnce();
});

test("whoever follows is told of an entry and of clearing", () => {
  const reported = vi.fn<() => void>();
  const stop = onLog(reported);
  recordError(facts("told"));
  clearLog();
  stop();
  recordError(facts("not told"));
  expect(reported).toHaveBeenCalledTimes(2);
});

test("the badge counts to 99", () => {
  expect([0, 1, 99, 100, 200].map(badgeText)).toEqual(["", "1", "99", "99+", "99+"]);
});
