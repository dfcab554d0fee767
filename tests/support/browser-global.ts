// Before the browser tests: says plainly that there is no Chromium, starts the PostgreSQL they use, and builds the application once.
import type { TestProject } from "vitest/node";
import { buildPages } from "./built-pages.ts";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import setUpPostgres from "./postgres-global.ts";

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  if (findChromium() === undefined) throw new Error(NO_CHROMIUM);
  buildPages();
  return setUpPostgres(project);
}
