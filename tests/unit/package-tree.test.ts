// The lines of a package tree from what was loaded of it.
import { expect, test } from "vitest";
import { levelIn, linesOf, placeIn, unitsOf, type Levels } from "../../src/admin/codes/relations/package-tree.ts";

const code = (name: string, layer: number, childNum: number, twins: readonly string[] = []) => ({
  code: name,
  layer,
  layerName: `L${layer}`,
  codeFuncType: 1,
  lifeStatus: 1,
  blockStatus: 0,
  productName: "",
  specName: "",
  batchCode: "",
  childNum,
  twins: twins.map((one) => ({ code: one, codeFuncType: 2 })),
});
const shown = (place: ReturnType<typeof placeIn>, levels: Levels, open: readonly string[]) =>
  place === null
    ? []
    : linesOf(place, levels, new Set(open)).map((line) =>
        line.shows === "code"
          ? `${"  ".repeat(line.level - 1)}${line.code.code}${line.isRequested ? " *" : ""}`
          : `${"  ".repeat(line.level - 1)}… ${line.loaded}${line.isLoading ? " loading" : ""}${line.failure ?? ""}`,
      );
const place = placeIn({ code: "B7", path: [code("P", 4, 200), code("C9", 3, 12), code("B7", 1, 0)], counts: [] });

test("there is no place of a code that nobody knows", () => {
  expect(placeIn({})).toBeNull();
  expect(placeIn(null)).toBeNull();
});

test("the way to the code is shown before its levels are loaded, and once when they are", () => {
  expect(shown(place, new Map(), ["P", "C9"])).toEqual(["P", "  C9", "    B7 *", "    … 0 loading", "  … 0 loading"]);
  const first = levelIn({ children: [code("C1", 3, 12), code("C2", 3, 12)], hasMore: true });
  const inner = levelIn({ children: [code("B6", 1, 0), code("B7", 1, 0)], hasMore: false });
  const levels = new Map([
    ["P", { ...first, isLoading: false }],
    ["C9", { ...inner, isLoading: false }],
  ]);
  expect(shown(place, levels, ["P", "C9"])).toEqual(["P", "  C1", "  C2", "  C9", "    B6", "    B7 *", "  … 2"]);
  expect(shown(place, levels, ["P"])).toEqual(["P", "  C1", "  C2", "  C9", "  … 2"]);
  expect(shown(place, levels, [])).toEqual(["P"]);
});

test("what could not be loaded is told below what was", () => {
  const levels: Levels = new Map([["P", { codes: [code("C9", 3, 12)], hasMore: true, isLoading: false, failure: " offline" }]]);
  expect(shown(place, levels, ["P"])).toEqual(["P", "  C9", "  … 1 offline"]);
});

test("a twin has no line of its own: its unit is the one that was asked for", () => {
  const twin = placeIn({ code: "CAP", path: [code("C", 2, 6), code("B", 1, 0, ["CAP"]), code("CAP", 1, 0)], counts: [] });
  expect(twin && unitsOf(twin).map((one) => one.code)).toEqual(["C", "B"]);
  expect(shown(twin, new Map(), ["C"])).toEqual(["C", "  B *", "  … 0 loading"]);
});
