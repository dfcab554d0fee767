// A part of the application that never arrives is reported after the specification's 120 seconds (§8), and every part of ours is waited for
// that way.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { parseAst } from "vite";
import { ignoreMissingChunk, isMissingChunk } from "#admin/browser/missing-chunk.ts";
import { isOffline } from "#admin/browser/connection.ts";
import { loadPart } from "#admin/browser/load-part.ts";
import { withWatch } from "../../../scripts/vite/watched-imports.ts";

function serverAnswers(isThere: boolean): void {
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("fetch", () => (isThere ? Promise.resolve(new Response()) : Promise.reject(new TypeError("Failed to fetch"))));
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a part that does not answer is missing after 120 seconds, and not before", async () => {
  serverAnswers(true);
  let failure: unknown;
  loadPart(() => new Promise<never>(() => {})).catch((error: unknown) => {
    failure = error;
  });
  await vi.advanceTimersByTimeAsync(119_999);
  expect(failure).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(isMissingChunk(failure)).toBe(true);
});

test("a part that arrives, or that the server has no more, ends the wait", async () => {
  serverAnswers(true);
  await expect(loadPart(() => Promise.resolve({ default: "list" }))).resolves.toEqual({ default: "list" });
  const gone = vi.fn(() => Promise.reject(new TypeError("Failed to fetch dynamically imported module")));
  await expect(loadPart(gone)).rejects.toThrow("Failed to fetch");
  expect(gone).toHaveBeenCalledTimes(2);
  await expect(loadPart(() => Promise.reject(new SyntaxError("no module")))).rejects.toThrow("no module");
  expect(vi.getTimerCount()).toBe(0);
});

test("a part that does not arrive because the server is out of reach comes once it is back", async () => {
  serverAnswers(false);
  const offline = new TypeError("Failed to fetch dynamically imported module");
  const load = vi.fn((): Promise<string> => Promise.reject(offline));
  let form: string | undefined;
  void loadPart(load).then((part) => {
    form = part;
  });
  await vi.advanceTimersByTimeAsync(30_000);
  expect([form, isOffline()]).toEqual([undefined, true]);
  expect(load).toHaveBeenCalledTimes(1);
  serverAnswers(true);
  load.mockResolvedValue("form");
  await vi.advanceTimersByTimeAsync(5000);
  expect([form, isOffline()]).toEqual(["form", false]);
});

test("the build puts the wait around each import() of a module", () => {
  const code = 'const a = () => import("./a.js"); const b = async () => (await import("./b.js")).b; // import("./d.js")';
  expect(withWatch(code, parseAst(code), "/src/load-part.ts")).toBe(
    'import { loadPart as __loadPart } from "/src/load-part.ts";' +
      'const a = () => __loadPart(() => import("./a.js")); const b = async () => (await __loadPart(() => import("./b.js"))).b; // import("./d.js")',
  );
});

test("a part that is loaded ahead may be missing, and nothing else of it may fail unnoticed", () => {
  expect(() => ignoreMissingChunk(new TypeError("Failed to fetch dynamically imported module: /assets/form.js"))).not.toThrow();
  const fault = new TypeError("x is not a function");
  expect(() => ignoreMissingChunk(fault)).toThrow(fault);
});
