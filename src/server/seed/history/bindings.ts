// Attributes that people of the demonstration bound to the lines of its stock-in documents.
import type { Happening } from "./history.ts";

interface Binding {
  readonly createTime: string;
  readonly docDetailId: string;
  readonly docAttrList?: readonly Readonly<Record<string, string>>[];
  readonly [field: string]: unknown;
}

const bindings: readonly Binding[] = [
  {
    docDetailId: "30101",
    productId: "P0001",
    specId: "SP0001",
    factoryId: "MX01",
    shopId: "MX01-P1",
    prodLineId: "L01",
    teamId: "L01-A",
    principal: "王建国",
    qc: "刘敏",
    batchCode: "MXYB250301",
    num: 36000,
    createTime: "2025-03-05 13:50:00",
    docAttrList: [
      { attrId: "produceDate", attrValue: "2025-03-01" },
      { attrId: "cellarNo", attrValue: "12-03" },
      { attrId: "inspectDate", attrValue: "2025-02-20", rawMaterialId: "RM001" },
      { attrId: "moisture", attrValue: "13.2", rawMaterialId: "RM001" },
      { attrId: "qcResult", attrValueId: "合格", rawMaterialId: "RM001" },
      { attrId: "inspectDate", attrValue: "2025-02-21", rawMaterialId: "RM002" },
      { attrId: "moisture", attrValue: "12.4", rawMaterialId: "RM002" },
      { attrId: "qcResult", attrValueId: "合格", rawMaterialId: "RM002" },
      { attrId: "qcResult", attrValueId: "合格", processStepId: "PS11" },
      { attrId: "fillTemperature", attrValue: "22.5", processStepId: "PS41" },
      { attrId: "operator", attrValue: "曹阳", processStepId: "PS41" },
      { attrId: "shift", attrValueId: "早班", processStepId: "PS41" },
    ],
  },
  {
    docDetailId: "30102",
    productId: "P0002",
    specId: "SP0002",
    factoryId: "MX01",
    shopId: "MX01-P1",
    prodLineId: "L02",
    teamId: "L02-A",
    principal: "张超",
    qc: "刘敏",
    batchCode: "MXZC250226",
    num: 1800,
    createTime: "2025-02-26 14:50:00",
    docAttrList: [
      { attrId: "produceDate", attrValue: "2025-02-26" },
      { attrId: "cellarNo", attrValue: "07-11" },
      { attrId: "inspectDate", attrValue: "2025-02-12", rawMaterialId: "RM001" },
      { attrId: "moisture", attrValue: "13.0", rawMaterialId: "RM001" },
      { attrId: "qcResult", attrValueId: "合格", rawMaterialId: "RM001" },
    ],
  },
  {
    docDetailId: "30103",
    productId: "P0003",
    specId: "SP0003",
    factoryId: "MX02",
    shopId: "MX02-P2",
    prodLineId: "Z11",
    teamId: "Z11-A",
    principal: "陈静",
    qc: "周敏",
    batchCode: "MXXJ250220",
    num: 4800,
    createTime: "2025-02-21 15:40:00",
  },
  {
    docDetailId: "30104",
    productId: "P0001",
    specId: "SP0001",
    factoryId: "MX01",
    shopId: "MX01-P1",
    prodLineId: "L01",
    teamId: "L01-B",
    principal: "李强",
    qc: "刘敏",
    batchCode: "MXYB241005",
    num: 8640,
    createTime: "2024-10-08 09:10:00",
    docAttrList: [
      { attrId: "produceDate", attrValue: "2024-10-05" },
      { attrId: "cellarNo", attrValue: "12-01" },
      { attrId: "inspectDate", attrValue: "2024-09-24", rawMaterialId: "RM001" },
      { attrId: "moisture", attrValue: "13.5", rawMaterialId: "RM001" },
      { attrId: "qcResult", attrValueId: "合格", processStepId: "PS11" },
    ],
  },
  {
    docDetailId: "30105",
    productId: "P0002",
    specId: "SP0002",
    factoryId: "MX01",
    shopId: "MX01-P1",
    prodLineId: "L02",
    teamId: "L02-A",
    principal: "张超",
    qc: "刘敏",
    batchCode: "MXZC241230",
    num: 360,
    createTime: "2025-01-02 09:10:00",
    docAttrList: [{ attrId: "produceDate", attrValue: "2024-12-30" }],
  },
  { docDetailId: "30106", productId: "P0005", specId: "SP0005", batchCode: "SYTGY2503", num: 400, createTime: "2025-03-04 09:10:00" },
];

export const bindingHappenings: readonly Happening[] = bindings.map(({ createTime, ...values }) => ({
  at: createTime,
  by: "liumin",
  does: (history) => history.submit("attribute-owner-doc", values),
}));
