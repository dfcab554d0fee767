// Cells from a spreadsheet: each text as a value of its field.
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ApiFailure } from "#admin/api/index.ts";
import type { ScreenField } from "#schema/screen";
import { isTable, onlyChoices, pastedCell, pastedCells, tableOf, type LookUps } from "./pasted-cell.ts";

const factory = { resource: "factory", path: "/digit-bind/factory", source: "list", value: "id", show: "name" } as const;
const choices = [
  { value: "1", label: "茅台一厂", row: { code: "F1", barcode: "6901" } },
  { value: "2", label: "习水二厂", row: { code: "F2", barcode: "6902" } },
];
const looked = {
  choices: vi.fn<LookUps["choices"]>(async () => choices),
  manyChoices: vi.fn<LookUps["manyChoices"]>(async (_reference, queries) => queries.map(() => choices)),
  dictionary: vi.fn<LookUps["dictionary"]>(async () => [{ value: "m", label: "男", remark: "" }]),
  remember: vi.fn<LookUps["remember"]>(),
};

beforeEach(() => Object.values(looked).forEach((one) => one.mockClear()));

const fieldOf = (kind: string, more: Partial<ScreenField> = {}): ScreenField => ({
  name: "one",
  kind,
  label: ["一", "One"],
  wire: "text",
  ...more,
});

const read = (field: ScreenField, text: string, cells: Readonly<Record<string, unknown>> = {}) =>
  pastedCell({ field, text, cells, lookUps: looked });

const unknown = { value: undefined, failure: "notFound" };
const options: ScreenField["options"] = [
  { value: 1, label: ["整箱", "Case"] },
  { value: "b", label: ["散装", "Loose"] },
];

describe("a cell", () => {
  it.each([
    ["text", "飞天", "飞天"],
    ["integer", "1,200", 1200],
    ["integer", "-3", -3],
    ["decimal", "¥1,499.50", "1499.50"],
    ["money", "88", "88"],
    ["bool", "是", 1],
    ["bool", "YES", 1],
    ["bool", "true", 1],
    ["bool", "y", 1],
    ["bool", "1", 1],
    ["bool", "√", 1],
    ["bool", "✓", 1],
    ["bool", "否", 0],
    ["bool", "0", 0],
    ["date", "2025/3/1", "2025-03-01"],
    ["date", "2025-12-31", "2025-12-31"],
    ["date", "2025.3.10", "2025-03-10"],
    ["date", "2025年12月3日", "2025-12-03"],
    ["date", "2025-03-01 18:30", "2025-03-01"],
    ["datetime", "2025/3/1", "2025-03-01 00:00:00"],
    ["datetime", "2025/3/1 8:05", "2025-03-01 08:05:00"],
    ["datetime", "2025-03-01 18:30:59 ", "2025-03-01 18:30:59"],
    ["time", "8:05", "08:05:00"],
    ["time", "18:30:59", "18:30:59"],
    ["integer", "3E2", 300],
    ["integer", "many", "many"],
    ["decimal", "-", "-"],
    ["money", "(100)", "(100)"],
    ["date", "2025-03-01T08:00:00", "2025-03-01"],
  ])("of the kind %s with %j is %j", async (kind, text, value) => {
    expect(await read(fieldOf(kind), text)).toEqual({ value });
  });

  it.each([
    ["date", "1/3/2025"],
    ["date", "on 2025-03-01"],
    ["datetime", "18:30"],
    ["time", "soon"],
    ["bool", "maybe"],
  ])("of the kind %s cannot be %j", async (kind, text) => {
    expect(await read(fieldOf(kind), text)).toEqual({ value: undefined, failure: "unreadable" });
  });

  it.each(["text", "integer", "choice", "ref"])("of the kind %s that is empty is none, and nothing is looked up", async (kind) => {
    expect(await read(fieldOf(kind, { options, reference: factory }), "")).toEqual({ value: undefined });
    expect(looked.choices).not.toHaveBeenCalled();
  });

  it.each([
    ["1", { value: 1 }],
    ["整箱", { value: 1 }],
    ["Loose", { value: "b" }],
    ["b", { value: "b" }],
    ["整", unknown],
  ])("of a choice with %j is %j", async (text, cell) => {
    expect(await read(fieldOf("choice", { options }), text)).toEqual(cell);
  });

  it.each([
    ["整箱，Loose", { value: ["1", "b"] }],
    ["散装", { value: ["b"] }],
    ["整箱, 半箱", unknown],
  ])("of several choices with %j is %j", async (text, cell) => {
    expect(await read(fieldOf("choice", { options, multiple: true }), text)).toEqual(cell);
  });

  it("of a flag is found by the names that its definition gives it", async () => {
    const named: ScreenField["options"] = [
      { value: 1, label: ["启用", "On"] },
      { value: 0, label: ["停用", "Off"] },
    ];
    expect(await read(fieldOf("bool", { options: named }), "停用")).toEqual({ value: 0 });
    expect(await read(fieldOf("bool", { options: named }), "是")).toEqual({ value: 1 });
  });

  it("of a choice without options is unknown", async () => {
    expect(await read(fieldOf("choice"), "整箱")).toEqual(unknown);
  });

  it.each([
    ["男", { value: "m" }],
    ["m", { value: "m" }],
    ["女", unknown],
  ])("of a dictionary with %j is %j", async (text, cell) => {
    expect(await read(fieldOf("dict", { dictionary: "sex" }), text)).toEqual(cell);
    expect(looked.dictionary).toHaveBeenLastCalledWith("sex", false);
    await read(fieldOf("dict", { dictionary: "unit", business: true }), text);
    expect(looked.dictionary).toHaveBeenLastCalledWith("unit", true);
  });
});

describe("a reference", () => {
  it("is found by its name or its value, and its name is kept", async () => {
    expect(await read(fieldOf("ref", { reference: factory }), "习水二厂", { note: "x" })).toEqual({ value: "2" });
    expect(looked.choices).toHaveBeenLastCalledWith(factory, { search: "习水二厂", within: undefined, record: { note: "x" } });
    expect(looked.remember.mock.calls).toEqual([[factory, [choices[1]]]]);
    expect(await read(fieldOf("ref", { reference: factory }), "1")).toEqual({ value: "1" });
  });

  it("is found by its name before another's value, and not taken where several have its name", async () => {
    const named = (value: string, label: string) => ({ value, label, row: {} });
    looked.choices.mockResolvedValueOnce([named("7", "8"), named("9", "7")]);
    expect(await read(fieldOf("ref", { reference: factory }), "7")).toEqual({ value: "9" });
    looked.choices.mockResolvedValueOnce([named("1", "张伟"), named("2", "张伟")]);
    expect(await read(fieldOf("ref", { reference: factory }), "张伟")).toEqual({ value: undefined, failure: "several" });
  });

  it("whose name stands behind a whole page of others that hold it is asked for by that name alone", async () => {
    looked.choices.mockResolvedValueOnce(Array.from({ length: 50 }, (_one, at) => ({ value: `${at}`, label: `一厂${at}`, row: {} })));
    looked.choices.mockResolvedValueOnce([{ value: "99", label: "一厂", row: {} }]);
    expect(await read(fieldOf("ref", { reference: factory }), "一厂")).toEqual({ value: "99" });
    expect(looked.choices).toHaveBeenLastCalledWith(factory, { search: "一厂", within: undefined, record: {}, isExact: true });
  });

  it.each(["F2", "6902"])("is found by its code %j, where it is known by codes", async (text) => {
    const codes = ["code", "barcode_equal"];
    expect(await read(fieldOf("ref", { reference: { ...factory, codes } }), text)).toEqual({ value: "2" });
    expect(looked.remember.mock.calls).toEqual([[{ ...factory, codes }, [choices[1]]]]);
    expect(await read(fieldOf("ref", { reference: factory }), text)).toEqual(unknown);
  });

  it("is found within what it belongs to", async () => {
    await read(fieldOf("ref", { reference: { ...factory, within: "companyId" } }), "习水二厂", { companyId: 7 });
    expect(looked.choices).toHaveBeenLastCalledWith(expect.objectContaining({ within: "companyId" }), {
      search: "习水二厂",
      within: "7",
      record: { companyId: 7 },
    });
  });

  it("below another one of its tree is found, and several are told apart", async () => {
    const tree = [{ ...choices[0], children: [choices[1]] }] as Awaited<ReturnType<LookUps["choices"]>>;
    looked.choices.mockResolvedValue(tree);
    expect(await read(fieldOf("tree-ref", { reference: { ...factory, source: "tree" } }), "习水二厂")).toEqual({ value: "2" });
    const several = fieldOf("refs", { reference: { ...factory, source: "tree", several: true } });
    expect(await read(several, "茅台一厂，习水二厂")).toEqual({ value: ["1", "2"] });
    expect(await read(several, "茅台一厂，三厂")).toEqual(unknown);
    looked.choices.mockResolvedValue(choices);
  });

  it("of many rows is looked up for all of them at once", async () => {
    const pasted = ["6901", "nowhere", "习水二厂"].map((text) => ({ text, cells: {} }));
    const field = fieldOf("ref", { reference: { ...factory, codes: ["barcode_equal"] } });
    expect(await pastedCells(field, pasted, looked)).toEqual([{ value: "1" }, unknown, { value: "2" }]);
    expect(looked.manyChoices).toHaveBeenCalledTimes(1);
  });

  it("that cannot be looked up is not told to be missing", async () => {
    const lost = new ApiFailure({ status: 0, code: 0, error: "network", message: "" });
    const unread = [{ value: undefined, failure: "unread" }];
    looked.manyChoices.mockRejectedValueOnce(lost);
    expect(await pastedCells(fieldOf("ref", { reference: factory }), [{ text: "习水二厂", cells: {} }], looked)).toEqual(unread);
    looked.dictionary.mockRejectedValueOnce(lost);
    expect(await pastedCells(fieldOf("dict", { dictionary: "sex" }), [{ text: "男", cells: {} }], looked)).toEqual(unread);
  });

  it("is taken unasked where it is the only one", async () => {
    const within = { ...factory, within: "companyId" };
    const lists = [[choices[0]], choices, []].map((list) => list.flatMap((choice) => choice ?? []));
    looked.manyChoices.mockResolvedValueOnce(lists);
    expect(await onlyChoices(within, [{ companyId: 1 }, { companyId: 2 }, { companyId: 3 }], looked)).toEqual(["1", undefined, undefined]);
    expect(looked.remember.mock.calls).toEqual([[within, [choices[0]]]]);
  });

  it("by a part of a name is none, and no name is kept", async () => {
    expect(await read(fieldOf("ref", { reference: factory }), "二厂")).toEqual(unknown);
    expect(await read(fieldOf("ref"), "习水二厂")).toEqual(unknown);
    expect(looked.remember).not.toHaveBeenCalled();
  });
});

describe("a pasted text", () => {
  it.each([
    ["一个词", false],
    ["一行\n", false],
    ["一行\r\n", false],
    ["two words", false],
    ["a\tb", true],
    ["a\nb", true],
    ["a\r\nb", true],
    ["a\n\n", false],
    ["", false],
  ])("%j is a table: %j", (text, isSo) => {
    expect(isTable(text)).toBe(isSo);
  });

  it.each([
    [
      "a\tb\nc\td",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "a\tb\r\nc\td\r\n",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [" a \t b ", [["a", "b"]]],
    ["a\t\tb", [["a", "", "b"]]],
    ["a\n\nb", [["a"], [""], ["b"]]],
    ['"a\nb"\t"c\td"', [["a\nb", "c\td"]]],
    ['"say ""hi"""\tx', [['say "hi"', "x"]]],
    ["a\t", [["a", ""]]],
    ["a\tb\n", [["a", "b"]]],
    ["", [[""]]],
  ])("%j has the cells %j", (text, cells) => {
    expect(tableOf(text)).toEqual(cells);
  });
});
