// What a new row begins with that is added below another one.
import { expect, test } from "vitest";
import { presetFor } from "../../../src/admin/screens/list/new-row.ts";
import type { Screen } from "#schema/screen";

const screens = import.meta.glob<Screen>(["../../../generated/screens/dept.json", "../../../generated/screens/region.json"], {
  eager: true,
  import: "default",
});
const screenOf = (name: string): Screen => {
  const screen = Object.values(screens).find((one) => one.name === name);
  if (screen === undefined) throw new Error(`no ${name}`);
  return screen;
};

test("a department below another one belongs to its tenant, without being asked for it", () => {
  const above = { id: "7", deptName: "销售部", tenantId: "100001", tenantName: "甲公司", parentId: "0" };
  expect(presetFor(screenOf("dept"), {}, "7", [above])).toEqual({
    tenantId: "100001",
    tenantName: "甲公司",
    parentId: "7",
    parentName: "销售部",
  });
});

test("a row whose parent is not loaded, or is chosen within nothing, begins with the parent alone", () => {
  expect(presetFor(screenOf("dept"), {}, "7", [])).toEqual({ parentId: "7" });
  expect(presetFor(screenOf("region"), {}, "11", [{ code: "11", name: "北京市" }])).toMatchObject({ parentCode: "11" });
  expect(presetFor(screenOf("dept"), { deptName: "x" }, undefined, [])).toEqual({ deptName: "x" });
});
