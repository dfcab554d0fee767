// The lock file of a package: what the server loads with all that it needs, and nothing of the tools that built it.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { lockOf, needed, readLock, type LockFile } from "../../scripts/package/lock.ts";

const lock = (packages: LockFile["packages"]): LockFile => ({ lockfileVersion: 3, packages });

describe("packages that are needed", () => {
  test("come with what they depend on, each from where it would be found", () => {
    const found = needed(
      lock({
        "node_modules/server": { dependencies: { shared: "^1", deep: "^1" }, optionalDependencies: { "other-platform": "^1" } },
        "node_modules/deep": { dependencies: { shared: "^2" } },
        "node_modules/deep/node_modules/shared": { version: "2.0.0", dependencies: { server: "^1" } },
        "node_modules/shared": { version: "1.0.0", peerDependencies: { absent: "*" } },
        "node_modules/build-tool": { version: "1.0.0" },
      }),
      ["server"],
    );
    expect([...found.keys()].sort()).toEqual([
      "node_modules/deep",
      "node_modules/deep/node_modules/shared",
      "node_modules/server",
      "node_modules/shared",
    ]);
  });

  test("are refused when the lock file does not have them", () => {
    expect(() => needed(lock({ "node_modules/a": { dependencies: { b: "1" } } }), ["a"])).toThrow("no b, which node_modules/a needs");
  });

  test("of the server are its own few, without a bundler, a compiler or a test runner", () => {
    const real = readLock(readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8"));
    const found = needed(real, ["@resvg/resvg-js", "opentype.js", "@zip.js/zip.js"]);
    const written: unknown = JSON.parse(lockOf({ name: "tracemark", version: "1.0.0" }, found));
    expect(written).toMatchObject({ name: "tracemark", lockfileVersion: 3, packages: { "": { name: "tracemark" } } });
    for (const tool of ["vite", "tsx", "tsc", "vitest"]) expect(found.has(`node_modules/${tool}`), tool).toBe(false);
  });
});
