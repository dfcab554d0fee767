// Conditions in groups as they travel: read back as they were written, and taken apart for somebody who does not see all of their fields.
import { describe, expect, it } from "vitest";
import { fieldsOfConditions, joinedConditions, readConditions, splitConditions, writeConditions } from "./list-conditions.ts";

const name = { field: "name", operator: "like", value: "a" } as const;
const cost = { field: "cost", operator: "ge", value: "3" } as const;
const grade = { field: "memberId.gradeId", operator: "notnull" } as const;
const isCost = (path: string): boolean => path === "cost";

describe("conditions", () => {
  it("are read as they were written; none are no text", () => {
    const group = { of: "all", items: [name, { of: "any", items: [cost, grade] }] } as const;
    expect(readConditions(writeConditions(group))).toEqual(group);
    expect(writeConditions({ of: "all", items: [{ of: "any", items: [] }] })).toBe("");
    expect(fieldsOfConditions(writeConditions(group))).toEqual(["name", "cost", "memberId.gradeId"]);
    expect(fieldsOfConditions("nonsense")).toEqual([]);
  });

  it("of fields that somebody does not see are left out with their group, and come back beside what was changed meanwhile", () => {
    const text = writeConditions({ of: "all", items: [name, { of: "any", items: [cost, grade] }] });
    const { used, leftOut } = splitConditions(text, isCost);
    expect(used).toBe(writeConditions({ of: "all", items: [name] }));
    expect(joinedConditions(used, leftOut)).toBe(text);
    expect(joinedConditions("", leftOut)).toBe(leftOut);
    expect(splitConditions("nonsense", isCost)).toEqual({ used: "", leftOut: "nonsense" });
    expect(joinedConditions(leftOut, "nonsense")).toBe(leftOut);
    expect(splitConditions(text, () => false)).toEqual({ used: text, leftOut: "" });
    const alternatives = writeConditions({ of: "any", items: [name, cost] });
    expect(splitConditions(alternatives, isCost)).toEqual({ used: "", leftOut: alternatives });
  });
});
