import { seedRows } from "#schema";

export default seedRows("attr", [
  {
    attrName: "酒精度", attrProp: "alcoholDegree", attrType: 1, inputType: 1, unit: "%vol", sort: 1,
    below: [
      { attrValue: "42%vol", sort: 1 },
      { attrValue: "53%vol", sort: 2 },
    ],
  },
  {
    attrName: "香型", attrProp: "aroma", attrType: 1, inputType: 1, sort: 2,
    below: [
      { attrValue: "酱香型", sort: 1 },
      { attrValue: "浓香型", sort: 2 },
      { attrValue: "清香型", sort: 3 },
    ],
  },
  { attrName: "净含量", attrProp: "netContent", attrType: 1, inputType: 2, maxLength: 32, sort: 3 },
  { attrName: "生产日期", attrProp: "produceDate", attrType: 2, inputType: 4, isRequired: 1, sort: 4 },
  { attrName: "窖池号", attrProp: "cellarNo", attrType: 2, inputType: 2, maxLength: 32, sort: 5 },
  {
    attrName: "质检结论", attrProp: "qcResult", attrType: 2, inputType: 1, isRequired: 1, sort: 6,
    below: [
      { attrValue: "合格", sort: 1 },
      { attrValue: "不合格", sort: 2 },
    ],
  },
  { attrName: "产地", attrProp: "origin", attrType: 1, inputType: 2, maxLength: 64, sort: 7 },
  { attrName: "水分", attrProp: "moisture", attrType: 2, inputType: 3, unit: "%", sort: 8 },
  { attrName: "检验日期", attrProp: "inspectDate", attrType: 2, inputType: 4, sort: 9 },
  { attrName: "灌装温度", attrProp: "fillTemperature", attrType: 2, inputType: 3, unit: "℃", sort: 10 },
  { attrName: "操作员", attrProp: "operator", attrType: 2, inputType: 2, maxLength: 32, sort: 11 },
  {
    attrName: "班次", attrProp: "shift", attrType: 2, inputType: 1, sort: 12,
    below: [
      { attrValue: "早班", sort: 1 },
      { attrValue: "中班", sort: 2 },
      { attrValue: "晚班", sort: 3 },
    ],
  },
]);
