import { seedRows } from "#schema";

/** Role → menus it sees and keys it holds. The roles administrator and admin need no grants. */
const granted: Readonly<Record<string, readonly string[]>> = {
  仓库主管: [
    "warehousing", "stock-out-doc", "stockoutdoc_add", "stockoutdoc_edit", "stockoutdoc_view", "stockoutdoc_delete", "stockoutdoc_start", "stockoutdoc_finish", "stockoutdoc_void",
    "doc-detail", "warehousebillproduct_add", "warehousebillproduct_edit", "warehousebillproduct_view", "warehousebillproduct_delete",
    "stock-in-doc", "stockindoc_add", "stockindoc_edit", "stockindoc_view", "stockindoc_delete", "stockindoc_start", "stockindoc_finish", "stockindoc_finishnonscan",
    "stockindoc_finishseq", "stockindoc_void", "goods-stock", "goodsstock_view", "warehousegoodscurrent", "warehousegoodscurrent_view", "warehousegoodscurrent_edit",
    "goods-bill", "goodsbill_view", "stock-move-record", "stockmoverecord_view", "warehouse-in-bill", "warehouseinbill_view", "warehouseinbill_close",
    "logistics-out-doc", "logisticsoutdoc_add", "logisticsoutdoc_edit", "logisticsoutdoc_view", "logisticsoutdoc_status", "logisticsoutdoc_sensitive",
    "tray", "tray_add", "tray_edit", "tray_view", "tray_delete", "tray_status", "traygoods", "traygoods_add", "traygoods_edit", "traygoods_view", "traygoods_delete",
    "scan", "scan-record", "scanrecord_view", "scan-code-detail",
    "warehouse-out-bill", "warehouseoutbill_view", "warehouseoutbill_close", "warehouse", "warehouse_add", "warehouse_edit", "warehouse_view", "warehouse_sensitive",
    "channel", "channel_view", "channel_sensitive", "channel-type", "channeltype_view",
  ],
  生产主管: [
    "production", "factory", "factory_view", "factory_edit", "shop", "shop_add", "shop_edit", "shop_view", "shop_delete", "prod-line", "prodline_add", "prodline_edit", "prodline_view",
    "prodline_delete", "team", "team_add", "team_edit", "team_view", "team_delete", "raw-material", "rawmaterial_add", "rawmaterial_edit", "rawmaterial_view",
    "process-node", "processnode_view", "process-step", "processstep_view", "device", "device_add", "device_edit", "device_view", "device_reset", "device_status",
    "codes", "code-make-rule", "codemakerule_view", "code-gen-record", "codegenrecord_add", "codegenrecord_edit", "codegenrecord_view", "codegenrecord_gen", "codegenrecord_download",
    "code-gen-record-detail", "codegenrecorddetail_add", "codegenrecorddetail_edit", "codegenrecorddetail_view", "codemakerecord", "codemakerecord_add", "codemakerecord_edit",
    "codemakerecord_view", "codemakerecord_status", "code-set", "codeset_add", "codeset_edit", "codeset_view", "codeset_format", "codeset_import", "codeset_download",
    "code-item", "codeitem_view", "code-relation", "code-replace", "codereplace_add", "codereplace_edit", "codereplace_view", "transfer", "transfer_view", "transfer_txt",
    "attributes", "attr-owner-bill", "attrownerbill_add", "attrownerbill_edit", "attrownerbill_view", "attrownerbill_confirm",
  ],
  市场专员: [
    "product", "product-category", "category_add", "category_edit", "category_view", "product-spu", "spu_view", "product-sku", "sku_view", "commodity", "commodity_add", "commodity_edit",
    "commodity_view", "mall", "order", "order_view", "order_edit", "loyalty", "member", "member_view", "grade", "grade_view", "resource", "media-category", "mediacategory_add",
    "mediacategory_edit", "mediacategory_view",
    "media", "media_add", "media_edit", "media_view", "media_delete", "commodity-spec", "commodityspec_add", "commodityspec_edit", "commodityspec_view",
    "order-detail", "orderdetail_view", "order-status-log", "orderstatuslog_view", "cart-item", "cartitem_view", "address", "address_view", "user-account", "useraccount_view",
    "payments", "pay-order", "payorder_view", "pay-refund-order", "payrefundorder_view", "payrefundorder_add",
    "membership", "membership_add", "membership_edit", "membership_view", "points-record", "pointsrecord_view", "exchange-record", "exchangerecord_add", "exchangerecord_view",
    "exchangerecord_issue", "exchangerecord_finish", "exchangerecord_cancel", "merchant", "merchant_view", "terminal", "terminal_view", "terminal-device", "terminaldevice_view",
    "share-benefit", "sharebenefit_view", "poster", "poster_add", "poster_edit", "poster_view", "poster_delete", "img-nav", "imgnav_add", "imgnav_edit", "imgnav_view", "imgnav_delete",
    "scan", "scan-summary", "consumer-scan-record", "consumerscanrecord_view", "scan-repeat", "scan-non-channel", "scan-cross-region-sale", "scan-single-code", "wxuser", "wxuser_view",
    "business", "partner", "partner_add", "partner_edit", "partner_view", "business-order", "businessorder_add", "businessorder_edit", "businessorder_view", "businessorder_start",
    "businessorder_finish", "business-order-node", "ordernode_add", "ordernode_edit", "ordernode_view", "ordernode_finish", "email-record", "emailrecord_add", "emailrecord_edit",
    "emailrecord_view", "emailrecord_send", "desk", "notice", "notice_view",
  ],
  审计员: [
    "production", "factory", "factory_view", "shop", "shop_view", "prod-line", "prodline_view", "team", "team_view", "warehousing", "stock-out-doc", "stockoutdoc_view", "doc-detail",
    "warehousebillproduct_view", "warehouse", "warehouse_view", "channel", "channel_view", "mall", "order", "order_view", "authority", "user", "user_view", "dept", "dept_view",
    "stock-in-doc", "stockindoc_view", "goods-stock", "goodsstock_view", "goods-bill", "goodsbill_view", "stock-move-record", "stockmoverecord_view",
    "warehousegoodscurrent", "warehousegoodscurrent_view", "logistics-out-doc", "logisticsoutdoc_view", "saledoc", "saledoc_view",
    "codes", "code-gen-record", "codegenrecord_view", "code-set", "codeset_view", "code-item", "codeitem_view", "code-relation", "code-replace", "codereplace_view",
    "scan", "scan-summary", "consumer-scan-record", "consumerscanrecord_view", "scan-repeat", "scan-non-channel", "scan-cross-region-sale", "scan-record", "scanrecord_view",
    "order-status-log", "orderstatuslog_view", "user-account", "useraccount_view", "repeat-order", "repeatorder_view", "payments", "pay-order", "payorder_view",
    "pay-refund-order", "payrefundorder_view", "pay-log-data", "paylogdata_view", "notify-log", "notifylog_view", "loyalty", "points-record", "pointsrecord_view",
    "share-benefit", "sharebenefit_view", "income-record", "incomerecord_view", "water-bill", "waterbill_view", "activate-reward", "activatereward_view",
    "business", "business-order", "businessorder_view", "monitor", "log-usual", "log_usual_view", "log-api", "log_api_view",
  ],
  普通用户: ["desk", "notice", "notice_view", "flow", "work-start", "work-claim", "work-todo", "work-send", "work-done", "production", "factory", "factory_view", "product", "product-category", "category_view"],
  渠道商: ["saledoc", "saledoc_add", "saledoc_edit", "saledoc_view", "saledoc_confirm", "warehousing", "stock-out-doc", "stockoutdoc_view", "warehouse", "warehouse_view", "channel", "channel_view"],
};

export default seedRows("role-menu", Object.entries(granted).flatMap(([roleId, menus]) => menus.map((menuId) => ({ roleId, menuId }))));
