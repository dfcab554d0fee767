import { bool, code, defineResource, enabled, image, remark, richtext, sort, text, url } from "#schema";

/** The brand under which the shop shows goods; the brands of the product library are `product-brand`. */
export default defineResource({
  name: "brand",
  label: ["品牌", "Brand"],
  path: "/digit-marketing/brand",
  title: "name",
  sections: {
    name: ["基本信息", "Basics"],
    companyName: ["企业与介绍", "Company and story"],
    isShow: ["展示与状态", "Display and status"],
  },
  fields: {
    name: text("品牌名称", "Brand name", { required: true, max: 64, search: "like", unique: "tenant" }),
    code: code("品牌编码", "Brand code", { required: true, max: 32, pattern: "^[A-Za-z0-9_-]+$", search: "equal", unique: "tenant" }),
    englishName: text("英文名称", "English name", { max: 64, search: "like" }),
    logo: image("品牌标志", "Brand logo", { required: true }),
    initial: text("首字母", "Initial", {
      max: 1, pattern: "^[A-Z#]$", capitals: true, search: "equal", help: ["A–Z 或 #，留空时由名称得出", "A to Z, or #; if empty, derived from the name"],
    }),
    companyName: text("所属企业", "Owning company", { max: 128, search: "like" }),
    trademarkNo: text("商标注册号", "Trademark number", { max: 64, list: false }),
    origin: text("产地", "Place of origin", { max: 64 }),
    website: url("品牌官网", "Website", { max: 255, list: false }),
    story: richtext("品牌故事", "Brand story"),
    isShow: bool("前台展示", "Shown in the shop", { default: 1, search: "equal" }),
    sort: sort("排序", "Sort order"),
    status: enabled(),
    remark: remark(),
  },
  reads: {
    select: { fields: ["name", "logo"], where: { status: 1 }, open: "signed-in" },
  },
});
