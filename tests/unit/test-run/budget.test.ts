// `npm test` fails when a file or a step costs more processor time than its budget, on a fast machine and on a slow one.
import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { dearest, exceptions, FILE_ROOM, FILE_SECONDS, STEP_ROOM, stepSeconds } from "../../../scripts/test/budget.ts";
import { overspent } from "../../../scripts/test/overspent.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const limits = { stepSeconds: { unit: 20 }, exceptions: [{ file: "b.test.ts", seconds: 12, reason: "starts a server" }], slowness: 1 };

describe("the budget", () => {
  it("names a file above the limit of all, and one above the limit of its own", () => {
    const files = [
      { project: "server", file: "a.test.ts", processorSeconds: FILE_SECONDS * FILE_ROOM + 0.1 },
      { project: "server", file: "b.test.ts", processorSeconds: 12 * FILE_ROOM - 0.1 },
    ];
    expect(overspent([], files, limits)).toEqual([expect.stringContaining("a.test.ts took 12.1 s of processor time, and may take 12.0 s")]);
    expect(overspent([], [{ project: "server", file: "b.test.ts", processorSeconds: 12 * FILE_ROOM + 0.1 }], limits)).toEqual([
      expect.stringContaining("may take 18.0 s"),
    ]);
  });

  it("names a step above its limit; one that has none is not limited", () => {
    const steps = [
      { name: "unit", processorSeconds: 20 * STEP_ROOM + 0.1 },
      { name: "other", processorSeconds: 9999 },
    ];
    expect(overspent(steps, [], limits)).toEqual([
      expect.stringContaining("the step unit took 23.1 s of processor time, and may take 23.0 s"),
    ]);
    expect(overspent([{ name: "unit", processorSeconds: 20 * STEP_ROOM - 0.1 }], [], limits)).toEqual([]);
  });

  it("grows with the slowness of the machine", () => {
    const slow = { ...limits, slowness: 2 };
    expect(
      overspent(
        [{ name: "unit", processorSeconds: 40 * STEP_ROOM - 1 }],
        [{ project: "server", file: "a.test.ts", processorSeconds: 23 }],
        slow,
      ),
    ).toEqual([]);
    expect(
      overspent(
        [{ name: "unit", processorSeconds: 40 * STEP_ROOM + 1 }],
        [{ project: "server", file: "a.test.ts", processorSeconds: 25 }],
        slow,
      ),
    ).toHaveLength(2);
  });

  it("limits nothing where the system does not tell what a process costs", () => {
    expect(overspent([{ name: "unit", processorSeconds: undefined }], [{ project: "server", file: "a.test.ts" }], limits)).toEqual([]);
  });

  it("leaves a file of the browser step the time of its Chromium", () => {
    const seconds = FILE_SECONDS * FILE_ROOM + 1;
    expect(overspent([], [{ project: "browser", file: "c.test.ts", processorSeconds: seconds }], limits)).toEqual([]);
    expect(overspent([], [{ project: "browser", file: "c.test.ts", processorSeconds: 1000 }], limits)).toHaveLength(1);
  });

  it("names every step, and files that exist", () => {
    expect(Object.keys(stepSeconds)).toEqual(["install", "types", "lint", "verify", "unit", "server", "screens", "browser", "runner"]);
    expect([...dearest, ...exceptions.map(({ file }) => file)].filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
    expect(exceptions.filter(({ seconds, reason }) => seconds <= FILE_SECONDS || reason === "")).toEqual([]);
  });
});
