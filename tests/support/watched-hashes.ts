// Watches the slow hash of passwords where it is made, in node:crypto: test files share the modules of their worker, so none can be
// replaced.
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { onTestFinished, vi } from "vitest";

/** Calls back before each hash, with what it is made of, until the test ends. */
export function onHash(callback: (...made: Parameters<typeof crypto.scrypt>) => void): void {
  const { scrypt } = crypto;
  vi.spyOn(crypto, "scrypt").mockImplementation((...call) => {
    callback(...call);
    scrypt(...call);
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
}
