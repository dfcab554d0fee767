// `npm test -- --changed`: a definition asks for its own tests, anything else for those that import it.
import { expect, it } from "vitest";
import { checksFor, vitestParameters } from "../../scripts/changed.ts";

it("a definition is tested by its screens and the conformance of its resource", () => {
  const chosen = checksFor(["generated/screens/shop.json", "resources/production/shop.ts", "tests/screens/__outlines__/shop.txt"], "base");
  expect(chosen.runs).toMatchObject([
    { steps: ["unit"] },
    {
      steps: ["unit", "server", "screens"],
      selection: {
        since: "base",
        files: ["tests/unit/forms/every-screen.test.tsx", "tests/server/conformance/production.test.ts", "tests/screens/outlines.test.ts"],
        names: ["shop"],
      },
    },
  ]);
  expect(chosen.linted).toEqual(["resources/production/shop.ts"]);
});

it("what several definitions share is tested with the whole area", () => {
  expect(checksFor(["resources/flow/process-instance.fields.ts"], "base").runs.at(-1)?.selection).toEqual({
    since: "base",
    files: ["tests/server/conformance/flow.test.ts", "tests/screens/outlines.test.ts"],
    names: [],
  });
});

it("any other source is tested by what imports it", () => {
  const chosen = checksFor(["resources/production/shop.ts", "src/schema/model.ts"], "base");
  expect(chosen.runs.map(({ steps }) => steps)).toEqual([["unit", "server", "screens", "browser"]]);
  expect(chosen.linted).toBeUndefined();
  expect(chosen.runs.map(({ selection }) => vitestParameters(selection))).toEqual([["--changed", "base", "--passWithNoTests"]]);
});

it("nothing is tested where nothing has changed", () => {
  expect(checksFor([], "base").runs).toEqual([]);
});

it("a name chooses the tests of that resource and of no longer one", () => {
  const [, , pattern = ""] = vitestParameters({ since: "base", files: ["a"], names: ["shop"] });
  expect(
    ["shop lists the row on a page", "in zh the forms of shop open", "the screens of shop"].filter((name) =>
      new RegExp(pattern).test(name),
    ),
  ).toHaveLength(3);
  expect(new RegExp(pattern).test("shop-floor lists the row on a page")).toBe(false);
});
