import { seedRows } from "#schema";

export default seedRows("product-attribute", [
  {
    name: "香型", code: "aroma", categoryId: "白酒", groupId: "白酒·基本信息", type: 2, inputType: 1, valueType: 1, isRequired: 1, isSearchable: 1, sort: 1,
    below: [
      { attrValue: "酱香", sort: 1 },
      { attrValue: "浓香", sort: 2 },
      { attrValue: "清香", sort: 3 },
    ],
  },
  { name: "酒精度", code: "alcohol", categoryId: "白酒", groupId: "白酒·基本信息", type: 2, inputType: 2, valueType: 2, unit: "%vol", isRequired: 1, sort: 2 },
  {
    name: "规格", code: "volume", categoryId: "白酒", groupId: "白酒·包装", type: 1, inputType: 1, valueType: 1, isRequired: 1, sort: 3,
    below: [
      { attrValue: "500ml", sort: 1 },
      { attrValue: "100ml", sort: 2 },
    ],
  },
  {
    name: "包装", code: "pack", categoryId: "白酒", groupId: "白酒·包装", type: 1, inputType: 1, valueType: 1, isRequired: 1, sort: 4,
    below: [
      { attrValue: "单瓶", sort: 1 },
      { attrValue: "礼盒", sort: 2 },
      { attrValue: "整箱6瓶", sort: 3 },
    ],
  },
  {
    name: "采摘季", code: "harvest", categoryId: "茶叶", groupId: "茶叶·基本信息", type: 2, inputType: 1, valueType: 1, sort: 5,
    below: [
      { attrValue: "春茶", sort: 1 },
      { attrValue: "秋茶", sort: 2 },
    ],
  },
  {
    name: "净重", code: "netWeight", categoryId: "茶叶", type: 1, inputType: 1, valueType: 1, unit: "g", isRequired: 1, sort: 6,
    below: [
      { attrValue: "250g", sort: 1 },
      { attrValue: "500g", sort: 2 },
    ],
  },
]);
