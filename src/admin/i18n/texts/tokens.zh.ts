// Texts of one's own API tokens in Chinese.
export const texts = {
  tokens: {
    lead: "程序以您的身份和权限调用接口时使用的令牌。",
    manage: "新建与管理",
    none: "还没有令牌",
    active: "有效",
    revoked: "已撤销",
    expired: "已过期",
    until: "到期时间 {{time}}",
    used: "最近使用 {{time}}",
    unused: "从未使用",
    failed: "令牌加载失败",
  },
};
