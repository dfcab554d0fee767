// How rows are named in messages, cards and labels.
import { expect, test } from "vitest";
import { rowTitle } from "#admin/screens/data/row-title.ts";
import type { ScreenField } from "#schema/screen";

const field = (name: string, more: Partial<ScreenField> = {}): ScreenField => ({
  name,
  kind: "text",
  label: [name, name],
  wire: "text",
  visibleIn: [],
  list: true,
  ...more,
});

const fields = [
  field("code"),
  field("kind", { kind: "choice", options: [{ value: "close", label: ["关闭订单", "Closing orders"] }] }),
  field("warehouseId", { kind: "ref", labelKey: "warehouseName" }),
  field("note", { list: undefined }),
];

test.each([
  ["by its title", "code", { code: "MX01", note: "n" }, "MX01"],
  ["by the label of what it refers to", "warehouseId", { warehouseId: "7", warehouseName: "成品库" }, "成品库"],
  ["by the label of a choice", "kind", { kind: "close" }, "关闭订单"],
  ["by what its columns say where the title is empty", "code", { code: "", kind: "close", note: "n" }, "关闭订单"],
  ["by what its columns say where it has no title", "gone", { code: "MX01", kind: "close" }, "MX01 关闭订单"],
  ["by its number where nothing else is known", "code", { note: "n" }, "42"],
])("%s", (_what, title, row, expected) => {
  expect(rowTitle({ title, key: "id", fields }, { id: "42", ...row })).toBe(expected);
});
