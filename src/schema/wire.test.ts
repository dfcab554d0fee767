// The wire format of values: stored values survive a round trip, and each spelling of "none" is understood (docs/wire.md §2.1).
import { describe, expect, test } from "vitest";
import { fromWire, toWire, type WireField, type WireType } from "./wire.ts";

const wire = (type: WireType, admitsMinusOne = false): WireField => ({ wire: type, admitsMinusOne });

describe("a value that is there", () => {
  test.each<readonly [WireField, value: unknown, travels: unknown]>([
    [wire("text"), "仁怀", "仁怀"],
    [wire("time"), "2025-03-01 08:00:00", "2025-03-01 08:00:00"],
    [wire("number"), 7, 7],
    [wire("number"), 0, 0],
    [wire("number", true), -1, -1],
    [wire("decimal"), "12.50", "12.50"],
    [wire("decimal", true), "-1", "-1"],
    [wire("id"), "1834567890123456789", "1834567890123456789"],
    [wire("parent"), "1834567890123456789", "1834567890123456789"],
    [wire("key"), "3", 3],
    [wire("key"), "0", 0],
    [wire("key"), "03", "03"],
    [wire("key"), "other", "other"],
    [wire("list"), ["1", "2"], "1,2"],
    [wire("json"), { a: 1 }, { a: 1 }],
    [wire("json"), [], []],
    [wire("rows"), [{ num: 1 }], [{ num: 1 }]],
  ])("%o: %o travels as %o and comes back", (field, value, travels) => {
    expect(toWire(field, value)).toEqual(travels);
    expect(fromWire(field, travels)).toEqual(value);
  });
});

describe("a value that is not there", () => {
  test.each<readonly [WireType, travels: unknown]>([
    ["text", ""],
    ["time", ""],
    ["number", -1],
    ["decimal", -1],
    ["id", -1],
    ["parent", "0"],
    ["key", -1],
    ["list", ""],
    ["json", {}],
  ])("%s: travels as %o and comes back as none", (type, travels) => {
    expect(toWire(wire(type), null)).toEqual(travels);
    expect(toWire(wire(type), undefined)).toEqual(travels);
    expect(fromWire(wire(type), travels)).toBeNull();
  });

  test.each<WireType>(["number", "decimal"])("%s: travels as nothing where -1 is a value, so that none sent back stays none", (type) => {
    expect(toWire(wire(type, true), null)).toBe("");
    expect(fromWire(wire(type, true), "")).toBeNull();
  });

  test.each<readonly [WireType, unknown]>([
    ["number", ""],
    ["number", "-1"],
    ["decimal", "-1"],
    ["id", "-1"],
    ["id", ""],
    ["parent", 0],
    ["parent", -1],
    ["list", []],
    ["list", ","],
    ["text", null],
    ["json", undefined],
  ])("%s: %o means none, as some clients send it", (type, sent) => {
    expect(fromWire(wire(type), sent)).toBeNull();
  });
});

describe("what clients send in another type", () => {
  test.each<readonly [WireType, sent: unknown, value: unknown]>([
    ["number", "12", 12],
    ["number", " 3 ", 3],
    ["decimal", 2.5, "2.5"],
    ["id", 42, "42"],
    ["text", 7, "7"],
    ["list", 42, ["42"]],
    ["list", [1, 2], ["1", "2"]],
    ["list", "1, 2,", ["1", "2"]],
    ["parent", 5, "5"],
  ])("%s: %o is %o", (type, sent, value) => {
    expect(fromWire(wire(type), sent)).toEqual(value);
  });

  test("a value of a wrong type is passed on, so that validation can name it", () => {
    expect([
      fromWire(wire("number"), "many"),
      fromWire(wire("id"), { a: 1 }),
      fromWire(wire("text"), ["a"]),
      fromWire(wire("rows"), "x"),
    ]).toEqual(["many", { a: 1 }, ["a"], "x"]);
  });
});
