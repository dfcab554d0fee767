// Before the browser tests: says plainly that there is no Chromium, once, instead of letting every test fail by itself.
import { findChromium, NO_CHROMIUM } from "./chromium.ts";

export default function setUp(): void {
  if (findChromium() === undefined) throw new Error(NO_CHROMIUM);
}
