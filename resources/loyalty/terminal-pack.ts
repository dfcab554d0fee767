import { code, defineResource, enabled, image, integer, money, refs, richtext, sort, text } from "#schema";

/** An offer of devices for a terminal, with what its activation earns. */
export default defineResource({
  name: "terminal-pack",
  label: ["终端套餐", "Terminal pack"],
  path: "/qianyun/terminal-pack",
  title: "name",
  highVolume: true,
  calls: ["page", "detail", "submit", "remove"],
  mainColumns: ["price", "deposit", "deviceQuantity"],
  sections: {
    packNo: ["基本信息", "Basics"],
    deviceQuantity: ["价格", "Price"],
    activateDays: ["激活奖励", "Activation rewards"],
    commodityIds: ["商品与说明", "Commodities and text"],
  },
  fields: {
    packNo: code("套餐编号", "Pack number", { max: 32, search: "like", unique: "tenant" }),
    name: text("套餐名称", "Pack name", { required: true, max: 64, search: "like", unique: "tenant" }),
    image: image("套餐图片", "Image"),
    deviceModel: text("设备型号", "Device model", { required: true, max: 64, search: "like" }),
    deviceQuantity: integer("设备数量", "Devices", { required: true, min: 1, default: 1 }),
    price: money("套餐价格", "Price", { required: true, min: 0, sortable: true }),
    deposit: money("押金", "Deposit", { min: 0, default: 0 }),
    activateDays: integer("激活期限(天)", "Activate within (days)", { required: true, min: 1, default: 30 }),
    rewardAmount: money("激活奖励", "Activation reward", { required: true, min: 0, default: 0 }),
    parentRewardAmount: money("上级奖励", "Reward of the referrer", { min: 0, default: 0 }),
    rewardPoints: integer("奖励积分", "Reward points", { min: 0, default: 0 }),
    commodityIds: refs("commodity", "随包商品", "Goods included", { list: false }),
    description: richtext("套餐说明", "Description"),
    sort: sort("排序", "Sort order"),
    status: enabled(),
  },
});
