import { seedRows } from "#schema";

export default seedRows("product-attribute-group", [
  { name: "白酒·基本信息", categoryId: "白酒", icon: "profile", attributeIds: ["aroma", "alcohol"], sort: 1 },
  { name: "白酒·包装", categoryId: "白酒", icon: "gift", sort: 2 },
  { name: "茶叶·基本信息", categoryId: "茶叶", icon: "profile", attributeIds: ["harvest"], sort: 3 },
]);
