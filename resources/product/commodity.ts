import { bool, choice, code, datetime, defineResource, image, images, integer, money, ref, refs, richtext, sort, state, text, treeRef } from "#schema";

/** What the shop shows and sells: a product put on sale with its own title, pictures and prices. */
export default defineResource({
  name: "commodity",
  label: ["商品", "Commodity"],
  path: "/digit-marketing/commodity",
  title: "name",
  screen: "master-detail",
  fields: {
    commodityNo: code("商品编号", "Commodity number", { search: "like", unique: "tenant", readonly: true }),
    name: text("商品名称", "Commodity name", { required: true, max: 128, search: "like" }),
    subtitle: text("卖点", "Selling point", { list: false }),
    spuId: ref("product-spu", "关联SPU", "SPU", { search: "equal" }),
    categoryId: treeRef("product-category", "商品分类", "Category", { required: true, search: "equal" }),
    brandId: ref("brand", "品牌", "Brand", { search: "equal" }),
    clientPlatformIds: refs("client-platform", "上架平台", "Client platforms", { required: true, search: "equal" }),
    type: choice("商品类型", "Kind", {
      options: [[1, "实物商品", "Physical goods", "blue"], [2, "积分商品", "Points goods", "purple"], [3, "虚拟商品", "Virtual goods", "cyan"]],
      required: true, default: 1, search: "equal",
    }),
    mainImage: image("主图", "Main image", { required: true }),
    images: images("轮播图", "Gallery"),
    price: money("最低售价", "Lowest price", { readonly: true, sortable: true }),
    marketPrice: money("划线价", "List price", { min: 0, list: false }),
    exchangePoints: integer("兑换积分", "Points to exchange", { min: 0, showWhen: { type: 2 } }),
    unit: text("单位", "Unit", { max: 16, default: "件", list: false }),
    freight: money("运费", "Freight", { min: 0, default: 0, list: false }),
    limitQuantity: integer("每人限购", "Limit per member", { min: 0, default: 0, list: false, help: ["0 表示不限", "0 = no limit"] }),
    stock: integer("总库存", "Total stock", { readonly: true }),
    sales: integer("销量", "Sold", { readonly: true, sortable: true }),
    isHot: bool("热销", "Hot", { default: 0, search: "equal" }),
    isNew: bool("新品", "New", { default: 0, search: "equal" }),
    description: richtext("商品详情", "Description"),
    sort: sort("排序", "Sort order"),
    status: state("状态", "Status", {
      draft: [0, "待上架", "Draft"],
      onShelf: [1, "上架", "On shelf", "green"],
      offShelf: [2, "下架", "Off shelf", "red"],
    }, { search: "equal" }),
    shelfTime: datetime("上架时间", "On shelf since", { search: "range", readonly: true }),
  },
  details: { resource: "commodity-sku", by: "commodityId", label: ["商品SKU", "SKUs"] },
  numbering: { field: "commodityNo", prefix: "SP" },
  actions: {
    onShelf: { label: ["上架", "Put on shelf"], from: ["draft", "offShelf"], to: "onShelf", confirm: ["确定上架该商品?", "Put this commodity on the shelf?"], set: { shelfTime: "@now" }, handler: true },
    offShelf: { label: ["下架", "Take off shelf"], from: "onShelf", to: "offShelf", confirm: ["确定下架该商品?", "Take this commodity off the shelf?"], handler: true },
  },
});
