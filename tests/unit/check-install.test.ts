// The install check names each way in which node_modules can differ from what was asked for.
import { expect, test } from "vitest";
import { installFaults, type InstallState } from "../../scripts/check-install.ts";

const sound: InstallState = {
  nodeVersion: "20.19.0",
  engine: ">=20.19.0",
  declared: { antd: "^5.29.3" },
  lockedDeclared: { antd: "^5.29.3" },
  locked: {
    "": {},
    "node_modules/antd": { version: "5.29.3" },
    "node_modules/postgres-for-another-system": { version: "1.0.0", optional: true },
  },
  installed: { "node_modules/antd": { version: "5.29.3" } },
};

test("a sound install has no faults", () => {
  expect(installFaults(sound)).toEqual([]);
  expect(installFaults({ ...sound, nodeVersion: "24.0.0" })).toEqual([]);
});

const cases: [fault: string, change: Partial<InstallState>, sentence: string][] = [
  ["an older Node", { nodeVersion: "20.18.9" }, "Node 20.18.9 is running, package.json asks for >=20.19.0"],
  [
    "a dependency added without npm install",
    { declared: { ...sound.declared, zod: "4.6" } },
    "zod: package.json says 4.6, package-lock.json was written for nothing",
  ],
  ["a missing package", { installed: {} }, "node_modules/antd 5.29.3 is not installed"],
  [
    "an outdated package",
    { installed: { "node_modules/antd": { version: "5.0.0" } } },
    "node_modules/antd is 5.0.0, package-lock.json asks for 5.29.3",
  ],
  [
    "a lock file without the binaries of other systems",
    {
      locked: {
        ...sound.locked,
        "node_modules/antd": {
          version: "5.29.3",
          dependencies: { "for-another-system": "1" },
          optionalDependencies: { "postgres-for-another-system": "1", "oxlint-for-another-system": "1" },
        },
      },
    },
    "package-lock.json lacks for-another-system, oxlint-for-another-system, needed by node_modules/antd: write it anew without node_modules, or take a version of which every platform is published",
  ],
  [
    "a second copy of what must exist once",
    { installed: { ...sound.installed, "node_modules/x/node_modules/antd": { version: "6.0.0" } } },
    "antd is installed 2 times: node_modules/antd, node_modules/x/node_modules/antd",
  ],
];

test.each(cases)("%s is a fault", (_fault, change, sentence) => {
  expect(installFaults({ ...sound, ...change })).toEqual([sentence]);
});
