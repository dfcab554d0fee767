// The installation's local time in the browser of somebody in another zone.
import { afterEach, expect, test } from "vitest";
import { localTimeOf, setInstallationZone } from "./local-time.ts";

const moment = new Date("2025-03-12T20:15:30Z");
const machine = localTimeOf(moment);
afterEach(() => setInstallationZone("no such zone"));

test("a moment is told in the installation's zone, whichever that of the machine is", () => {
  setInstallationZone("Asia/Shanghai");
  expect(localTimeOf(moment)).toBe("2025-03-13 04:15:30");
  setInstallationZone("America/New_York");
  expect(localTimeOf(moment)).toBe("2025-03-12 16:15:30");
});

test("a zone that the browser does not know leaves its own time", () => {
  setInstallationZone("Mars/Olympus");
  expect(localTimeOf(moment)).toBe(machine);
});
