// Why a definition file does not load is told as a sentence of the language, with the line: as Node, tsx and Vite say it.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { loadFailure } from "../../scripts/load-failure.ts";
import { errorsOf, findingLine, ownNotes } from "../../scripts/check/report.ts";
import { findingsOf } from "./check/made.ts";
import { scratch } from "../support/scratch.ts";

const source = `import { defineResource, text, txet } from "#schema";
import { kinds } from "./vehicle.optoins.ts";

export default defineResource({
  name: "vehicle",
  fields: {
    name: txet("名称", "Name"),
    sort: sort(),
  },
});
`;

describe("a file that does not load", () => {
  test.each([
    [
      "names a file that is not there",
      "Cannot find module '/srv/resources/production/vehicle.optoins.ts' imported from /srv/resources/production/vehicle.ts",
      {
        message: 'the import of "./vehicle.optoins.ts" finds nothing',
        line: 2,
        remedy: expect.stringContaining('builders from "#schema"'),
      },
    ],
    [
      "names one, loaded by Vite",
      "Failed to load url ./vehicle.optoins.ts (resolved id: ./vehicle.optoins.ts) in /srv/vehicle.ts. Does the file exist?",
      { message: 'the import of "./vehicle.optoins.ts" finds nothing', line: 2 },
    ],
    [
      "uses a builder that it does not import",
      "sort is not defined",
      { message: "sort is not imported", line: 8, remedy: 'Add it to the import: import { sort, … } from "#schema".' },
    ],
    [
      "imports a builder that is none",
      "The requested module '#schema' does not provide an export named 'txet'",
      { message: 'the import of "txet" finds no such builder', line: 1, remedy: 'Did you mean "text"?' },
    ],
    ["imports one, loaded by Vite", "(0 , __vite_ssr_import_0__.txet) is not a function", { message: '"txet" is no builder', line: 1 }],
  ])("because it %s", async (_what, message, reported) => {
    const folder = mkdtempSync(path.join(scratch(), "tracemark-load-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(path.join(folder, "vehicle.ts"), source);
    expect(await loadFailure(folder, "vehicle.ts", new Error(message))).toMatchObject({ file: "vehicle.ts", ...reported });
  });
});

test("a comma that is missing is told with its line, whoever loads the file", async () => {
  const folder = mkdtempSync(path.join(scratch(), "tracemark-load-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, "vehicle.ts"), source.replace('"vehicle",', '"vehicle"'));
  const reported = {
    message: expect.stringContaining("cannot be read as TypeScript: Expected `,`"),
    line: 6,
    remedy: expect.stringContaining("a comma"),
  };
  for (const message of [
    'Transform failed with 1 error:\n/srv/vehicle.ts:6:2: ERROR: Expected "}"',
    "Transform failed with 1 error:\n\n[PARSE_ERROR] …",
  ])
    expect(await loadFailure(folder, "vehicle.ts", new Error(message))).toMatchObject(reported);
});

test("notes are for what the product is not known to lack", () => {
  const findings = findingsOf({ factory: { actions: { copy: { label: ["复制", "Copy"] }, move: { label: ["移动", "Move"] } } } });
  expect(errorsOf(findings)).toEqual([]);
  expect(ownNotes(findings, ["factory.copy"]).map(findingLine)).toEqual([expect.stringContaining('the action "move" has no handler')]);
});
