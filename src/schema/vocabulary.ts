// Options that several definitions share: lists for `choice`.

/** Layers of packing, from the bottle outwards; the tenant's names for them are rows of `pack-layer`. */
export const packLayers = [
  [1, "瓶（最小单位）", "Bottle (base unit)"],
  [2, "盒", "Carton", "cyan"],
  [3, "箱", "Case", "blue"],
  [4, "托", "Pallet", "purple"],
] as const;

/** Where the number of a document that moves goods leads, by the kind of the document. */
export const itsDocument = {
  screen: { field: "docKind", of: { 1: "stock-in-doc", 2: "stock-out-doc", 3: "saledoc" } },
  by: "docNo",
} as const;

/** Where a code leads: to its life. */
export const codeDetailPage = { screen: "scan-code-detail", by: "code" } as const;

/** What a code is for. */
export const codeFunctions = [
  [1, "物流追溯码", "Trace code", "blue"],
  [2, "防伪码", "Anti-fake code", "green"],
  [3, "营销码", "Marketing code", "orange"],
  [4, "多合一码", "All-in-one code", "purple"],
] as const;

/** What can carry attributes. */
export const ownerTypes = [
  [1, "产品", "Product", "blue"],
  [2, "原料", "Raw material", "gold"],
  [3, "工序", "Process step", "purple"],
] as const;

/** Documents that move goods. */
export const documentKinds = [
  [1, "入库单", "Stock-in", "green"],
  [2, "出库单", "Stock-out", "orange"],
  [3, "销售单", "Sale document", "blue"],
] as const;

/** The status of an order of the shop; the same values as the life cycle of `order`. */
export const orderStates = [
  [0, "待付款", "Pending payment", "gold"],
  [1, "待审核", "Paid, pending audit", "orange"],
  [2, "待发货", "Audited, to ship", "blue"],
  [3, "待收货", "Shipped", "cyan"],
  [4, "已完成", "Done", "green"],
  [5, "已关闭", "Closed"],
  [6, "审核不通过", "Audit failed", "red"],
  [7, "退款中", "Refunding", "magenta"],
  [8, "已退款", "Refunded", "purple"],
] as const;

/** Ways to pay. */
export const payTypes = [
  [1, "微信支付", "WeChat Pay", "green"],
  [2, "支付宝", "Alipay", "blue"],
  [3, "余额", "Account balance", "gold"],
  [4, "线下转账", "Bank transfer"],
  [5, "云闪付", "UnionPay", "red"],
  [6, "通用网关", "HTTP gateway", "purple"],
] as const;

/** How messages to a client of the shop are signed. */
export const signTypes = [
  ["RSA2", "RSA2", "RSA2"],
  ["MD5", "MD5", "MD5"],
  ["HMAC-SHA256", "HMAC-SHA256", "HMAC-SHA256"],
] as const;

/** Whether a process may be started or continued. */
export const processStates = [
  [1, "激活", "Active", "green"],
  [2, "挂起", "Suspended", "red"],
] as const;

/** The progress of a request in its process. */
export const processProgress = [
  ["finished", "已完成", "Finished", "green"],
  ["unfinished", "未完成", "Unfinished", "blue"],
] as const;
