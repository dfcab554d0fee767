// `npm run dev` goes on where the packages of its pages cannot be bundled ahead, and tells of it.
import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { bundlePackages } from "../../scripts/dev/packages.ts";
import { scratch } from "../support/scratch.ts";

test("a program that cannot run is told, and ends nothing", async () => {
  const root = mkdtempSync(path.join(scratch(), "tracemark-dev-packages-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const said: string[] = [];
  await bundlePackages(root, path.join(root, "data"), (line) => said.push(line));
  expect(said).toEqual([expect.stringMatching(/^note: packages are bundled while pages are served.*tsx/s)]);
});
