import { demonstrationDay, seedRows } from "#schema";

export default seedRows("data-map", [
  {
    name: "平台套标文件", mapType: 2, digitSourceId: "SELF", fileType: 2, separator: ",", charset: 1, headRows: 1,
    items: [
      { sourceField: "1", targetField: "parentCode", dataType: "text", isRequired: 1 },
      { sourceField: "2", targetField: "code", dataType: "text", isRequired: 1 },
    ],
    sample: "箱码,瓶码",
  },
  {
    name: "白酒监管码文件", mapType: 1, digitSourceId: "JGM", fileType: 1, separator: ",", charset: 1, headRows: 0,
    items: [
      { sourceField: "1", targetField: "code", dataType: "text", isRequired: 1 },
    ],
    sample: "81234567890123456789",
  },
  {
    name: "产线关联TXT", mapType: 2, digitSourceId: "SELF", fileType: 1, separator: ",", charset: 1, headRows: 0,
    items: [
      { sourceField: "1", targetField: "parentCode", dataType: "text", isRequired: 1 },
      { sourceField: "2", targetField: "code", dataType: "text", isRequired: 1 },
      { sourceField: "3", targetField: "layer", dataType: "text", isRequired: 1 },
      { sourceField: "4", targetField: "bindTime", dataType: "text", isRequired: 1 },
    ],
    sample: "X0001,P0001,1,2025-03-01 08:00:00",
  },
], { today: demonstrationDay });
