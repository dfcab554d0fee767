import { seedRows } from "#schema";

const basic = ["codes", "digit-source", "data-map", "scan", "wxuser", "authority", "user", "dept", "role", "post", "system", "dict-biz"];
const production = ["production", "factory", "shop", "prod-line", "team", "raw-material", "process-node", "process-step"];
const warehousing = ["warehousing", "stock-out-doc", "doc-detail", "warehouse", "channel", "channel-type"];
const products = [
  "product", "product-category", "product-brand", "product-spu", "product-sku", "attributes", "attr-owner", "spec", "attr", "attr-value", "attr-pack", "packaging", "pack-layer", "specpacklayer",
];
const selling = [
  "mall", "order", "client-platform", "brand", "commodity", "commodity-sku", "payments", "pay-channel", "loyalty", "member", "grade", "merchant", "terminal", "terminal-pack",
  "loyalty-category", "resource", "media-category",
];

export default seedRows("tenant-package", [
  { packageName: "基础版", menuId: basic, remark: "赋码与扫码" },
  { packageName: "标准版", menuId: [...basic, ...products, ...production, ...warehousing], remark: "基础版，另加产品、生产与仓储" },
  { packageName: "旗舰版", menuId: [...basic, ...products, ...production, ...warehousing, ...selling], remark: "标准版，另加商城、会员与终端" },
]);
