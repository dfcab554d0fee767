// Pasted texts in cells: what is looked up, in which order, and what becomes of cells that are changed meanwhile.
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ScreenField } from "#schema/screen";
import { emptyOf, inOrderOfNeed, pasteInto } from "./paste-into.ts";
import type { CellNote, SheetRow } from "./sheet.ts";

const fieldOf = (name: string, more: Partial<ScreenField> = {}): ScreenField => ({
  name,
  kind: "text",
  label: [name, name],
  wire: "text",
  ...more,
});
const reference = { resource: "shop", path: "/shop", source: "list", value: "id", show: "name" } as const;
const factory = fieldOf("factory", { kind: "ref", reference });
const shop = fieldOf("shop", { kind: "ref", reference: { ...reference, within: "factory" } });
const size = fieldOf("size", { showWhen: { kind: "b" } });
const kind = fieldOf("kind");

let rows: Map<string, SheetRow>;
let notes: Map<string, CellNote>;
const withValue = (row: SheetRow, name: string, value: unknown): SheetRow => ({ ...row, values: { ...row.values, [name]: value } });
const read = vi.fn(async (_field: ScreenField, text: string, values: Readonly<Record<string, unknown>>) => {
  if (text === "down") return "no answer";
  return { value: `${text} in ${String(values["factory"])}` };
});
const sheet = {
  row: (key: string) => rows.get(key),
  withValue,
  note: (key: string, name: string, note: CellNote) => void notes.set(`${key}.${name}`, note),
  change: (changes: readonly { readonly key: string; readonly name: string; readonly value: unknown }[]) => {
    for (const { key, name, value } of changes) {
      const row = rows.get(key);
      if (row !== undefined) rows.set(key, withValue(row, name, value));
    }
  },
};
const into = {
  sheet,
  lockOf: ({ values }: SheetRow, field: ScreenField) =>
    field.showWhen !== undefined && values["kind"] !== "b in undefined" ? "absent" : undefined,
  read,
  said: (failure: string) => failure,
  changedMeanwhile: "meanwhile",
} as const;

beforeEach(() => {
  read.mockClear();
  notes = new Map();
  const row = (key: string): SheetRow => ({
    key,
    depth: 0,
    base: {},
    before: {},
    values: {},
    status: "clean",
    notes: new Map(),
    failure: "",
  });
  rows = new Map(["1", "2", "3"].map((key) => [key, row(key)]));
});

describe("a pasted text", () => {
  it("is read after those that it depends on, and each name once", async () => {
    const both = ["1", "2", "3"].flatMap((key) => [
      { key, field: shop, text: "S" },
      { key, field: factory, text: key === "3" ? "G" : "F" },
    ]);
    const { changes } = await pasteInto(both, into);
    expect(changes).toHaveLength(6);
    expect(rows.get("1")?.values).toEqual({ factory: "F in undefined", shop: "S in F in undefined" });
    expect(rows.get("3")?.values["shop"]).toBe("S in G in undefined");
    expect(read).toHaveBeenCalledTimes(4);
  });

  it("goes into a cell that another one makes apply, and into none that does not apply by then", async () => {
    const texts = (key: string, of: string) => [
      { key, field: size, text: "XL" },
      { key, field: kind, text: of },
    ];
    const { locked } = await pasteInto([...texts("1", "b"), ...texts("2", "a")], into);
    expect(rows.get("1")?.values["size"]).toBeDefined();
    expect(locked).toBe(1);
  });

  it("whose look-up fails is said at its cell, and the others are pasted", async () => {
    const { changes, failures } = await pasteInto(
      [
        { key: "1", field: factory, text: "down" },
        { key: "2", field: factory, text: "F" },
      ],
      into,
    );
    expect([changes.length, failures.length]).toEqual([1, 1]);
    expect([...notes]).toEqual([["1.factory", { kind: "left", message: "no answer" }]]);
  });

  it("does not replace what was typed while names were looked up", async () => {
    read.mockImplementationOnce(async () => {
      sheet.change([{ key: "1", name: "factory", value: "typed" }]);
      return { value: "F" };
    });
    const { failures } = await pasteInto([{ key: "1", field: factory, text: "F" }], into);
    expect(rows.get("1")?.values["factory"]).toBe("typed");
    expect(failures).toMatchObject([{ said: "meanwhile" }]);
  });
});

describe("the order of fields", () => {
  it("has those that others depend on first, and an end where they depend on each other", () => {
    expect(inOrderOfNeed([shop, size, factory, kind]).map((group) => group.map(({ name }) => name))).toEqual([
      ["factory", "kind"],
      ["shop", "size"],
    ]);
    const one = fieldOf("one", { showWhen: { two: 1 } });
    const two = fieldOf("two", { showWhen: { one: 1 } });
    expect(inOrderOfNeed([one, two])).toEqual([[one, two]]);
  });
});

describe("an emptied cell", () => {
  it("is off where it is a switch that is never open, and nothing elsewhere", () => {
    expect(emptyOf(fieldOf("one", { kind: "bool", default: 1 }))).toBe(0);
    expect([emptyOf(fieldOf("one", { kind: "bool" })), emptyOf(kind)]).toEqual([undefined, undefined]);
  });
});
