// Before the browser tests: says plainly that there is no Chromium, and builds the application once.
import { buildPages } from "./built-pages.ts";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";

export default function setUp(): void {
  if (findChromium() === undefined) throw new Error(NO_CHROMIUM);
  buildPages();
}
