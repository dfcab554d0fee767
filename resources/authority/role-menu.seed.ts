import { seedRows } from "#schema";

/** Role → menus it sees and keys it holds. The roles administrator and admin need no grants. */
const granted: Readonly<Record<string, readonly string[]>> = {
  仓库主管: [
    "warehousing", "stock-out-doc", "stockoutdoc_add", "stockoutdoc_edit", "stockoutdoc_view", "stockoutdoc_delete", "stockoutdoc_start", "stockoutdoc_finish", "stockoutdoc_void",
    "doc-detail", "warehousebillproduct_add", "warehousebillproduct_edit", "warehousebillproduct_view", "warehousebillproduct_delete",
    "warehouse-out-bill", "warehouseoutbill_view", "warehouseoutbill_close", "warehouse", "warehouse_add", "warehouse_edit", "warehouse_view", "warehouse_sensitive",
    "channel", "channel_view", "channel_sensitive", "channel-type", "channeltype_view",
  ],
  生产主管: [
    "production", "factory", "factory_view", "factory_edit", "shop", "shop_add", "shop_edit", "shop_view", "shop_delete", "prod-line", "prodline_add", "prodline_edit", "prodline_view",
    "prodline_delete", "team", "team_add", "team_edit", "team_view", "team_delete", "raw-material", "rawmaterial_add", "rawmaterial_edit", "rawmaterial_view",
    "process-node", "processnode_view", "process-step", "processstep_view",
  ],
  市场专员: [
    "product", "product-category", "category_add", "category_edit", "category_view", "product-spu", "spu_view", "product-sku", "sku_view", "commodity", "commodity_add", "commodity_edit",
    "commodity_view", "mall", "order", "order_view", "order_edit", "loyalty", "member", "member_view", "grade", "grade_view", "resource", "media-category", "mediacategory_add",
    "mediacategory_edit", "mediacategory_view",
  ],
  审计员: [
    "production", "factory", "factory_view", "shop", "shop_view", "prod-line", "prodline_view", "team", "team_view", "warehousing", "stock-out-doc", "stockoutdoc_view", "doc-detail",
    "warehousebillproduct_view", "warehouse", "warehouse_view", "channel", "channel_view", "mall", "order", "order_view", "authority", "user", "user_view", "dept", "dept_view",
  ],
  普通用户: ["production", "factory", "factory_view", "product", "product-category", "category_view"],
  渠道商: ["warehousing", "stock-out-doc", "stockoutdoc_view", "warehouse", "warehouse_view", "channel", "channel_view"],
};

export default seedRows("role-menu", Object.entries(granted).flatMap(([roleId, menus]) => menus.map((menuId) => ({ roleId, menuId }))));
