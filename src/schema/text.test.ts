// Conditions: the expected values of a record, compared in any form the wire may use.
import { expect, test } from "vitest";
import { inLanguage, meets, type Condition } from "./text.ts";

test.each<readonly [Condition, Readonly<Record<string, unknown>>, boolean]>([
  [{ type: 1 }, { type: 1 }, true],
  [{ type: 1 }, { type: "1" }, true],
  [{ type: [1, 2] }, { type: 2 }, true],
  [{ type: 1, flag: 0 }, { type: 1, flag: 1 }, false],
  [{ type: { not: 1 } }, { type: 2 }, true],
  [{ type: { not: [1, 2] } }, { type: 2 }, false],
  [{ type: { not: ["", "0"] } }, { type: null }, false],
  [{ type: 1 }, {}, false],
  [{ type: { not: 1 } }, {}, true],
  [{ name: "" }, { name: null }, true],
  [{}, { type: 1 }, true],
  [[{ type: 1 }, { flag: 2 }], { type: 1, flag: 1 }, true],
  [[{ type: 1 }, { flag: 2 }], { type: 3, flag: 2 }, true],
  [[{ type: 1, flag: 1 }, { flag: { not: [1, 2] } }], { type: 2, flag: 1 }, false],
])("%o is met by %o: %s", (condition, record, isMet) => {
  expect(meets(condition, record)).toBe(isMet);
});

test("a text is said in the reader's language", () => {
  expect([inLanguage(["工厂", "Factory"], "zh"), inLanguage(["工厂", "Factory"], "en")]).toEqual(["工厂", "Factory"]);
});
