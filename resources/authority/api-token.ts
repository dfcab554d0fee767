import { createdAt, datetime, defineResource, ref, refs, state, text } from "#schema";

/**
 * A token by which a program calls the platform as an account, limited to the permissions that were chosen for it. The token itself is
 * shown once and never kept.
 */
export default defineResource({
  name: "api-token",
  label: ["API令牌", "API token"],
  path: "/blade-auth/api-token",
  title: "name",
  calls: ["list", "detail"],
  rejectedCalls: ["submit", "remove"],
  screen: "readonly-table",
  indexes: [["userId"]],
  fields: {
    name: text("名称", "Name", { required: true, max: 64, search: "like" }),
    userId: ref("user", "所属账号", "Account", { required: true, search: "equal", help: ["令牌以该账号的身份和数据权限调用接口", "Calls are made as this account, within its data scopes"] }),
    prefix: text("令牌前缀", "Prefix", { max: 16, readonly: true }),
    menuIds: refs("menu", "可用权限", "Permissions", { readonly: true, list: false }),
    expireTime: datetime("到期时间", "Expires", { required: true, search: "range", sortable: true }),
    status: state("状态", "Status", {
      active: [1, "有效", "Active", "green"],
      revoked: [2, "已撤销", "Revoked", "red"],
      expired: [3, "已过期", "Expired", "orange"],
    }, { final: ["expired"], search: "equal" }),
    lastUsedTime: datetime("最近使用", "Last used", { readonly: true, sortable: true, help: ["精确到一分钟", "To a minute"] }),
    lastUsedAddress: text("最近使用地址", "Last used from", { max: 45, readonly: true }),
    createTime: createdAt(),
  },
  events: { expire: { from: "active", to: "expired", at: "expireTime" } },
  reads: {
    "held-keys": { params: { ids: { about: ["令牌主键", "Ids of tokens"], is: "ids" } }, needs: ["ids"] },
  },
  actions: {
    create: {
      label: ["新建令牌", "New token"], on: "toolbar", handler: true, send: "body",
      params: {
        name: text("名称", "Name", { required: true, max: 64, help: ["例如使用令牌的程序", "Such as the program that uses it"] }),
        userId: ref("user", "所属账号", "Account", { help: ["留空为本人；为其他程序请选择专用账号", "Empty: your own; for a program that is not yours, choose an account made for it"] }),
        expireTime: datetime("到期时间", "Expires", { required: true, help: ["最长一年", "A year at most"] }),
      },
      effect: ["令牌只显示一次；随后选择其可用权限，未选择前不能调用任何接口", "The token is shown once; choose its permissions afterwards, until then it may call nothing"],
    },
    grant: {
      label: ["可用权限", "Permissions"], on: "selection", inRows: true, handler: true, from: "active",
      effect: ["替换令牌的可用权限；调用时仍不超出账号当时的权限", "Replaces what the token may do; it never does more than its account may at the time"],
      trees: {
        offered: "menu.grant-tree",
        held: "api-token.held-keys",
        lists: { menuIds: { tree: "menu", label: ["可用权限", "Permissions"], of: "menu", sidebar: "chosen" } },
      },
    },
    revoke: {
      label: ["撤销", "Revoke"], on: "selection", from: "active", to: "revoked", handler: true,
      confirm: ["令牌将立即失效且不能恢复，确定撤销?", "The tokens stop working at once and for good. Revoke them?"],
    },
  },
});
