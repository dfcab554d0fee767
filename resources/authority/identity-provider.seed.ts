import { demonstrationDay, seedRows } from "#schema";

// Disabled: a new installation sends nobody to another system.
export default seedRows("identity-provider", [
  {
    name: "集团统一认证", type: "oidc", issuer: "https://sso.maoxi.example.cn/realms/group", clientId: "tracemark", scope: "openid profile email offline_access", linking: "account", newAccounts: "create",
    mappings: [{ claim: "groups", value: "trace-warehouse" }], signsOut: 1, sort: 1, status: 2, remark: "示例，按实际地址修改并填写密钥后启用", createTime: "2025-03-01 09:00:00",
  },
], { today: demonstrationDay });
