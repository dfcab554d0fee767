import { choice, code, defineResource, image, integer, money, ref, text, textarea } from "#schema";

/** A line of an order, with name, picture, spec and price as they were when it was placed. */
export default defineResource({
  name: "order-detail",
  label: ["订单明细", "Order line"],
  path: "/digit-marketing/orderdetail",
  title: "commodityName",
  finalRemoval: true,
  highVolume: true,
  lockFirst: ["orderId"],
  totals: {
    quantity: { label: ["数量合计", "Quantity in total"], sum: "quantity" },
    paid: { label: ["实付合计", "Paid in total"], sum: "payAmount" },
  },
  mainColumns: ["price", "quantity", "payAmount"],
  sections: {
    orderId: ["商品", "Commodity"],
    price: ["金额", "Amounts"],
    refundQuantity: ["退款与溯源", "Refund and tracing"],
  },
  fields: {
    orderId: ref("order", "订单", "Order", { required: true, search: "equal", createOnly: true }),
    commodityId: ref("commodity", "商品", "Commodity", { required: true, search: "equal", createOnly: true, list: false }),
    commoditySkuId: ref("commodity-sku", "商品SKU", "Commodity SKU", { required: true, search: "equal", within: "commodityId", createOnly: true, list: false }),
    commodityName: text("商品名称", "Commodity name", { search: "like", readonly: true }),
    commodityImage: image("商品图片", "Image", { readonly: true }),
    specText: text("规格", "Spec", { readonly: true }),
    skuCode: code("SKU编码", "SKU code", { search: "like", readonly: true }),
    price: money("单价", "Price", { readonly: true }),
    quantity: integer("数量", "Quantity", { required: true, min: 1, default: 1, createOnly: true }),
    totalAmount: money("小计", "Line total", { readonly: true }),
    discountAmount: money("分摊优惠", "Discount share", { default: 0, readonly: true }),
    payAmount: money("实付小计", "Line paid", { readonly: true }),
    refundQuantity: integer("已退数量", "Refunded quantity", { default: 0, readonly: true }),
    refundAmount: money("已退金额", "Refunded", { default: 0, readonly: true }),
    traceCodes: textarea("发货码", "Codes shipped", {
      valuePerLine: true, search: "like", help: ["发货时扫描的商品码，一行一个，用于溯源与防窜货", "Product codes scanned at shipping, one per line; ties the sale to the traceability data"],
    }),
    status: choice("状态", "Status", {
      options: [[0, "正常", "Normal"], [1, "已发货", "Shipped", "cyan"], [2, "部分退款", "Partly refunded", "gold"], [3, "已退款", "Refunded", "purple"]],
      default: 0, search: "equal", readonly: true,
    }),
  },
  effects: {
    amounts: { effect: ["带出商品名称与价格，计算金额", "Takes names and prices from the goods and calculates the amounts"], requiredFor: ["add"] },
  },
});
