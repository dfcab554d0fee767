import { defineResource, enabled, image, ref, refs, sort, text, textarea } from "#schema";

/** Brand of the product library, used by SPUs; the shop shows its marketing brand. */
export default defineResource({
  name: "product-brand",
  label: ["产品品牌", "Product brand"],
  path: "/digit-marketing/product/brand",
  title: "name",
  fields: {
    name: text("品牌名称", "Brand name", { required: true, max: 64, search: "like", unique: "tenant" }),
    englishName: text("英文名称", "English name", { max: 64, search: "like" }),
    initial: text("首字母", "Initial", {
      max: 1, pattern: "^[A-Z#]$", capitals: true, search: "equal", help: ["A–Z 或 #，留空时由名称得出", "A to Z, or #; if empty, derived from the name"],
    }),
    logo: image("品牌标志", "Brand logo"),
    manufacturer: text("生产企业", "Manufacturer", { max: 128, search: "like" }),
    categoryIds: refs("product-category", "适用分类", "Categories"),
    brandId: ref("brand", "对应营销品牌", "Marketing brand", { search: "equal", help: ["前台展示时使用的品牌", "Storefront brand this product brand is sold under"] }),
    description: textarea("品牌介绍", "Description", { max: 500 }),
    sort: sort("排序", "Sort order"),
    status: enabled(),
  },
});
