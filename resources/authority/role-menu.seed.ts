import { seedRows } from "#schema";

/**
 * Role → menus it sees and keys it holds: a code, or what a selector stands for in the definitions (src/server/seed/grants.ts). `read` is
 * the screen with what may be looked at, `write` adds new and changed rows, `all` every key; before the colon stands a resource, an area or
 * a star. Definitions give further ones themselves (`grants`). The roles administrator and admin need none: they hold everything of the
 * platform, and of their tenant.
 */
const granted: Readonly<Record<string, readonly string[]>> = {
  仓库主管: [
    "warehousing:all", "scan-record:read", "scan-code-detail:read",
    // What their documents refer to, to choose from.
    "user:read", "code-item:read", "order:read", "attr-owner:read", "spec:read",
  ],
  生产主管: [
    "production", "factory", "factory_view", "factory_edit", "device", "device_add", "device_edit", "device_view", "device_reset", "device_status",
    "codes", "code-make-rule", "codemakerule_view", "code-gen-record", "codegenrecord_add", "codegenrecord_edit", "codegenrecord_view", "codegenrecord_gen", "codegenrecord_download",
    "code-gen-record-detail", "codegenrecorddetail_add", "codegenrecorddetail_edit", "codegenrecorddetail_view", "codemakerecord", "codemakerecord_add", "codemakerecord_edit",
    "codemakerecord_view", "codemakerecord_status", "code-set", "codeset_add", "codeset_edit", "codeset_view", "codeset_format", "codeset_import", "codeset_download",
    "code-item", "codeitem_view", "code-relation", "code-replace", "codereplace_add", "codereplace_edit", "codereplace_view", "transfer", "transfer_view", "transfer_txt",
    "attributes", "attr-owner-bill", "attrownerbill_add", "attrownerbill_edit", "attrownerbill_view", "attrownerbill_confirm",
  ],
  市场专员: [
    "product:read", "product-category:write", "brand:write", "commodity:write", "commodity_onshelf", "commodity_offshelf", "commodity-sku:write", "commodity-spec:write",
    "mall:read", "order:write", "pay-order:read", "pay-refund-order:read", "payrefundorder_add",
    "loyalty:read", "membership:write", "exchange-record:read", "exchangerecord_add", "exchangerecord_issue", "exchangerecord_finish", "exchangerecord_cancel",
    "scan:read", "media:all", "media-category:write", "partner:write", "business-order:write", "businessorder_start", "businessorder_finish", "business-order-node:write",
    "ordernode_finish", "email-record:write", "emailrecord_send", "notice:read",
    // What its forms refer to, to choose from.
    "user:read", "pay-channel:read", "channel:read",
  ],
  审计员: ["*:read"],
  普通用户: ["desk", "notice", "notice_view", "flow", "work-start", "work-claim", "work-todo", "work-send", "work-done", "work-notice", "work_claim_sign", "work_todo_handle", "work_todo_detail", "work_send_remind", "work_send_withdraw", "work_send_detail", "work_done_detail", "leave_add", "work_start_flow", "production", "factory", "factory_view", "product", "product-category", "category_view"],
  渠道商: ["saledoc", "saledoc_add", "saledoc_edit", "saledoc_view", "saledoc_confirm", "warehousing", "stock-out-doc", "stockoutdoc_view", "warehouse", "warehouse_view", "channel", "channel_view"],
};

export default seedRows("role-menu", Object.entries(granted).flatMap(([roleId, menus]) => menus.map((menuId) => ({ roleId, menuId }))));
