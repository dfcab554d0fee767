import { demonstrationDay, seedRows } from "#schema";

export default seedRows("order-detail", [
  {
    orderId: "DD202502280002", commodityId: "SP202404100001", commoditySkuId: "C-MXZC-500-1", commodityName: "茅溪珍藏 53度 500ml", commodityImage: "/demo/bottle.svg",
    specText: "500ml/单瓶", skuCode: "C-MXZC-500-1", price: "899.00", quantity: 1, totalAmount: "899.00", discountAmount: "17.98", payAmount: "881.02", refundQuantity: 0,
    refundAmount: "0.00", status: 1,
  },
  {
    orderId: "DD202503080001", commodityId: "SP202404100001", commoditySkuId: "C-MXZC-500-1", commodityName: "茅溪珍藏 53度 500ml", commodityImage: "/demo/bottle.svg",
    specText: "500ml/单瓶", skuCode: "C-MXZC-500-1", price: "899.00", quantity: 2, totalAmount: "1798.00", discountAmount: "89.90", payAmount: "1708.10", refundQuantity: 0,
    refundAmount: "0.00", status: 0,
  },
  {
    orderId: "DD202503080007", commodityId: "SP202404100002", commoditySkuId: "C-MXZC-100-2", commodityName: "茅溪品鉴装礼盒", commodityImage: "/demo/gift-box.svg",
    specText: "100ml/礼盒", skuCode: "C-MXZC-100-2", price: "399.00", quantity: 1, totalAmount: "399.00", discountAmount: "7.98", payAmount: "391.02", refundQuantity: 0,
    refundAmount: "0.00", status: 0,
  },
  {
    orderId: "DD202503070003", commodityId: "SP202404100002", commoditySkuId: "C-MXZC-100-2", commodityName: "茅溪品鉴装礼盒", commodityImage: "/demo/gift-box.svg",
    specText: "100ml/礼盒", skuCode: "C-MXZC-100-2", price: "399.00", quantity: 1, totalAmount: "399.00", discountAmount: "7.98", payAmount: "391.02", refundQuantity: 0,
    refundAmount: "0.00", traceCodes: "MXBP3T6V9N2A5X", status: 1,
  },
  {
    orderId: "DD202503050004", commodityId: "SP202404100002", commoditySkuId: "C-MXZC-100-2", commodityName: "茅溪品鉴装礼盒", commodityImage: "/demo/gift-box.svg",
    specText: "100ml/礼盒", skuCode: "C-MXZC-100-2", price: "399.00", quantity: 1, totalAmount: "399.00", discountAmount: "19.95", payAmount: "379.05", refundQuantity: 1,
    refundAmount: "379.05", status: 3,
  },
  {
    orderId: "DD202503060002", commodityId: "SP202404100001", commoditySkuId: "C-MXZC-500-6", commodityName: "茅溪珍藏 53度 500ml", commodityImage: "/demo/gift-box.svg",
    specText: "500ml/整箱6瓶", skuCode: "C-MXZC-500-6", price: "5280.00", quantity: 1, totalAmount: "5280.00", discountAmount: "0.00", payAmount: "5280.00", refundQuantity: 0,
    refundAmount: "0.00", status: 0,
  },
  {
    orderId: "DD202503100001", commodityId: "SP202404100001", commoditySkuId: "C-MXZC-500-6", commodityName: "茅溪珍藏 53度 500ml", commodityImage: "/demo/gift-box.svg",
    specText: "500ml/整箱6瓶", skuCode: "C-MXZC-500-6", price: "5280.00", quantity: 1, totalAmount: "5280.00", discountAmount: "264.00", payAmount: "5016.00",
    refundQuantity: 0, refundAmount: "0.00", status: 1,
  },
  {
    orderId: "DD202503120003", commodityId: "SP202404100002", commoditySkuId: "C-MXZC-100-2", commodityName: "茅溪品鉴装礼盒", commodityImage: "/demo/gift-box.svg",
    specText: "100ml/礼盒", skuCode: "C-MXZC-100-2", price: "399.00", quantity: 1, totalAmount: "399.00", discountAmount: "0.00", payAmount: "399.00", refundQuantity: 0,
    refundAmount: "0.00", status: 0,
  },
], { today: demonstrationDay });
