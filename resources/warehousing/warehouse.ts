import { bool, choice, codeOf, createdAt, decimal, defineResource, enabled, integer, person, phone, ref, region, remark, sort, text } from "#schema";

/** Where goods lie. A channel's warehouse belongs to a dealer. */
export default defineResource({
  name: "warehouse",
  label: ["仓库", "Warehouse"],
  path: "/digit-bind/warehouse",
  title: "name",
  sections: {
    code: ["基本信息", "Basics"],
    regionCode: ["地址与联系方式", "Address and contact"],
    area: ["容量与状态", "Capacity and status"],
  },
  fields: {
    code: codeOf("仓库编号", "Warehouse code"),
    name: text("仓库名称", "Warehouse name", { required: true, max: 64, search: "like", unique: "tenant" }),
    warehouseType: choice("仓库类型", "Warehouse type", {
      options: [[1, "成品库", "Finished goods", "blue"], [2, "原料库", "Raw materials", "gold"], [3, "中转库", "Transit", "cyan"], [4, "渠道库", "Channel warehouse", "purple"], [5, "退货库", "Returns", "red"]],
      required: true, default: 1, search: "equal",
    }),
    factoryId: ref("factory", "工厂", "Factory", { search: "equal", showWhen: { warehouseType: { not: 4 } } }),
    channelId: ref("channel", "渠道", "Channel", { required: true, showWhen: { warehouseType: 4 }, search: "equal" }),
    regionCode: region("所在地区", "Region", { search: "equal" }),
    address: text("详细地址", "Address", { max: 200, list: false }),
    principal: person("仓管员", "Keeper"),
    phone: phone("联系电话", "Phone", { sensitive: true }),
    area: decimal("面积（平方米）", "Floor area (square metres)", { min: 0, list: false }),
    capacity: integer("容量（箱）", "Capacity (cases)", { min: 0, list: false }),
    allowNegative: bool("允许负库存", "Allow negative stock", { default: 0, list: false }),
    sort: sort(),
    status: enabled(),
    remark: remark(),
    createTime: createdAt(),
  },
  reads: {
    select: { fields: ["name", "code", "warehouseType"], where: { status: 1 }, open: "signed-in" },
  },
});
