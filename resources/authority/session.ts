import { bool, datetime, defineResource, ref, text } from "#schema";

/** Where people are signed in now. Ending a session takes effect at its next request, in every process. */
export default defineResource({
  name: "session",
  label: ["登录会话", "Session"],
  path: "/blade-auth/session",
  title: "account",
  derived: true,
  key: "sessionId",
  calls: [],
  listRead: "living",
  screen: "readonly-table",
  fields: {
    sessionId: text("会话编号", "Session id", { max: 36, list: false, visibleIn: [] }),
    tenantId: ref("tenant", "所属租户", "Tenant", { valueField: "tenantId", show: "tenantName", readonly: true, administratorOnly: true, search: "equal" }),
    account: text("登录账号", "Account", { search: "like" }),
    realName: text("用户姓名", "Real name", { search: "like" }),
    device: text("设备", "Device"),
    userAgent: text("浏览器标识", "User agent", { max: 300, list: false }),
    address: text("登录地址", "Address", { max: 45, search: "like" }),
    hasFactor: bool("双因素验证", "Second factor"),
    signInTime: datetime("登录时间", "Signed in", { sortable: true }),
    lastTime: datetime("最近使用", "Last used", { sortable: true, help: ["精确到五分钟", "To five minutes"] }),
  },
  reads: {
    living: { shape: "page", params: { tenantId: "tenantId", account: "account", realName: "realName", address: "address" } },
  },
  actions: {
    end: {
      label: ["结束会话", "End session"], on: "selection", idParam: "ids", handler: true,
      confirm: ["所选会话将立即退出登录，确定结束?", "The selected sessions are signed out at once. End them?"],
    },
  },
});
