// A part of the application that never arrives is reported after the specification's 120 seconds (§8), and every part of ours is waited for
// that way.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { parseAst } from "vite";
import { isMissingChunk } from "#admin/parts/missing-chunk.ts";
import { withTimeout } from "#admin/parts/with-timeout.ts";
import { withWatch } from "../../../scripts/vite/watched-imports.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const never = new Promise<never>(() => {});

test("a part that does not answer is missing after 120 seconds, and not before", async () => {
  let failure: unknown;
  withTimeout(never).catch((error: unknown) => {
    failure = error;
  });
  await vi.advanceTimersByTimeAsync(119_999);
  expect(failure).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(isMissingChunk(failure)).toBe(true);
});

test("a part that arrives, or that the browser refuses, ends the wait", async () => {
  await expect(withTimeout(Promise.resolve({ default: "list" }))).resolves.toEqual({ default: "list" });
  await expect(withTimeout(Promise.reject(new TypeError("Failed to fetch dynamically imported module")))).rejects.toThrow(
    "Failed to fetch",
  );
  expect(vi.getTimerCount()).toBe(0);
});

test("the build puts the wait around each import() of a module, also around one within another", () => {
  const code =
    'const a = () => import("./a.js"); const b = async () => (await import(`./${await import("./c.js")}`)).b; // import("./d.js")';
  expect(withWatch(code, parseAst(code), "/src/with-timeout.ts")).toBe(
    'import { withTimeout as __withTimeout } from "/src/with-timeout.ts";' +
      'const a = () => __withTimeout(import("./a.js")); const b = async () => (await __withTimeout(import(`./${await __withTimeout(import("./c.js"))}`))).b; // import("./d.js")',
  );
});
