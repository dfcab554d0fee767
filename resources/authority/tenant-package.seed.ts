import { seedRows } from "#schema";

const basic = [
  "codes", "code-make-rule", "code-gen-record", "code-gen-record-detail", "codemakerecord", "code-set", "code-item", "code-relation", "code-replace", "transfer", "digit-source",
  "data-map", "packaging", "pack-layer", "specpacklayer", "code-set-layer", "scan", "scan-summary", "consumer-scan-record", "scan-code-detail", "scan-single-code", "scan-repeat",
  "wxuser", "bind-config", "config-tenant", "authority", "user", "dept", "role", "post", "topmenu", "system", "dict-biz", "resource", "attach", "desk", "notice",
];
const production = ["production", "factory", "shop", "prod-line", "team", "device", "raw-material", "process-node", "process-step"];
const warehousing = [
  "warehousing", "stock-in-doc", "stock-out-doc", "doc-detail", "goods-stock", "warehousegoodscurrent", "goods-bill", "stock-move-record", "warehouse-in-bill", "warehouse-out-bill",
  "warehouse-out-bill-detail", "logistics-out-doc", "saledoc", "tray", "traygoods", "warehouse", "channel", "channel-type", "scan-non-channel", "scan-cross-region-sale", "scan-record",
];
const products = [
  "product", "product-category", "product-brand", "product-spu", "product-sku", "product-attribute", "product-attribute-group", "product-attribute-value", "spu-sku-attr-map",
  "cost-item", "cost-item-detail", "attributes", "attr-owner", "spec", "attr", "attr-value", "attr-pack", "attrrelation", "attrownerrelation", "goodsattr", "attr-owner-bill",
];
const selling = [
  "mall", "order", "order-detail", "order-status-log", "repeat-order", "cart-item", "address", "user-account", "client-platform", "tenant-client", "brand", "commodity", "commodity-sku",
  "commodity-spec", "payments", "pay-order", "pay-refund-order", "pay-channel", "pay-log-data", "notify-log", "loyalty", "member", "grade", "membership", "points-record",
  "exchange-record", "share-benefit", "income-record", "water-bill", "merchant", "terminal", "terminal-device", "terminal-pack", "activate-record", "activate-reward", "poster",
  "img-nav", "loyalty-category", "media", "media-category", "sms", "sms-record", "oss", "business", "partner", "business-order", "business-order-node", "email-record", "email",
  "email-attempt", "mail-template",
];
const office = [
  "flow", "work-start", "work-claim", "work-todo", "work-send", "work-done", "work-notice", "flow-follow", "flow-statistics", "monitor", "log-usual", "log-api", "web-log",
  "report", "report-schedule", "report-delivery", "api-token", "session", "webhook", "webhook-delivery",
];

export default seedRows("tenant-package", [
  { packageName: "基础版", menuId: basic, remark: "赋码与扫码" },
  { packageName: "标准版", menuId: [...basic, ...products, ...production, ...warehousing], remark: "基础版，另加产品、生产与仓储" },
  { packageName: "旗舰版", menuId: [...basic, ...products, ...production, ...warehousing, ...selling, ...office], remark: "标准版，另加商城、会员与终端、伙伴、流程、报表与系统对接" },
]);
