import { bool, choice, createdAt, defineResource, integer, money, ref } from "#schema";

/** What a member has put into the cart. Putting the same in again adds to its quantity. */
export default defineResource({
  name: "cart-item",
  label: ["购物车", "Cart item"],
  path: "/digit-marketing/cartitem",
  title: "commodityId",
  mainColumns: ["quantity", "price", "currentPrice"],
  highVolume: true,
  unique: [["memberId", "clientPlatformId", "commoditySkuId"]],
  fields: {
    memberId: ref("member", "会员", "Member", { required: true, search: "equal", createOnly: true }),
    clientPlatformId: ref("client-platform", "客户端平台", "Client platform", { required: true, search: "equal", createOnly: true }),
    commodityId: ref("commodity", "商品", "Commodity", { required: true, search: "equal", createOnly: true }),
    commoditySkuId: ref("commodity-sku", "商品SKU", "Commodity SKU", { required: true, search: "equal", within: "commodityId", createOnly: true }),
    quantity: integer("数量", "Quantity", { required: true, min: 1, default: 1 }),
    price: money("加入时价格", "Price when added", { readonly: true }),
    currentPrice: money("当前价格", "Current price", { readonly: true }),
    isChecked: bool("已勾选", "Checked", { default: 1 }),
    status: choice("状态", "Status", { options: [[1, "有效", "Valid", "green"], [2, "失效", "Invalid"]], default: 1, search: "equal", readonly: true }),
    createTime: createdAt(),
  },
  effects: {
    addUp: { effect: ["重复加入购物车时累加数量", "Adding the same goods again adds up the quantity"] },
  },
});
