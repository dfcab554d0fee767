// Headings of fields of other rows read as people would say them.
import { expect, test } from "vitest";
import { joinedLabel, joinedLabels } from "./joined-label.ts";
import type { Text } from "./text.ts";

const province = { label: ["省份", "province"], replaces: ["地区", "region"] } as const;

test.each<readonly [Text, Text]>([
  [
    ["扫码地区", "Scan region"],
    ["扫码省份", "Scan province"],
  ],
  [
    ["地区", "Region"],
    ["省份", "Province"],
  ],
  [
    ["产地", "Origin"],
    ["产地省份", "Origin province"],
  ],
])("a label of its own takes the place of the end of %j", (before, joined) => {
  expect(joinedLabel(before, ["省级名称", "Province name"], province)).toEqual(joined);
});

test.each<readonly [Text, Text, Text]>([
  [
    ["渠道", "Channel"],
    ["渠道类型", "Channel type"],
    ["渠道类型", "Channel type"],
  ],
  [
    ["发货仓库", "Shipping warehouse"],
    ["仓库编码", "Warehouse code"],
    ["发货仓库编码", "Shipping warehouse code"],
  ],
  [
    ["码", "Code"],
    ["码包", "Package"],
    ["码包", "Code: Package"],
  ],
  [
    ["出库单", "Stock-out document"],
    ["单据日期", "Date"],
    ["出库单·单据日期", "Stock-out document: Date"],
  ],
])("of %j and %j what both say stands once", (before, label, joined) => {
  expect(joinedLabel(before, label)).toEqual(joined);
});

test("a joined label that another field or the reference itself has is both labels, in the language where it is so", () => {
  const joined = joinedLabels(
    [["商品名称", "Product"]],
    [
      { path: "commodityId.name", before: ["商品", "Product"], label: ["商品名称", "Name"] },
      { path: "commodityId.no", before: ["商品", "Product"], label: ["商品编号", "Product no."] },
      { path: "pid.pid", before: ["上级渠道", "Parent channel"], label: ["上级渠道", "Parent channel"] },
    ],
  );
  expect([...joined]).toEqual([
    ["commodityId.name", ["商品·商品名称", "Product: Name"]],
    ["commodityId.no", ["商品编号", "Product no."]],
    ["pid.pid", ["上级渠道·上级渠道", "Parent channel: Parent channel"]],
  ]);
});
