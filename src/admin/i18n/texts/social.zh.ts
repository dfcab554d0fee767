// Texts of signing in through other platforms and of registration in Chinese.
export const texts = {
  social: {
    signingIn: "正在通过第三方账号登录…",
    denied: "您已取消第三方授权，未能登录",
    failed: "第三方平台未能完成登录，请重试或使用账号密码登录",
    title: "用户注册",
    lead: "当前第三方账号尚未绑定系统账号，请填写以下信息，审核通过后即可登录。",
    fields: { tenantId: "租户编号", name: "用户昵称（选填）", account: "账号名称", password: "账号密码", password2: "确认密码" },
    required: { tenantId: "请先输入租户编号", account: "请先输入账号名称", password: "请先输入密码" },
    passwordTooShort: "密码至少8个字符",
    passwordsDiffer: "两次密码输入不一致",
    submit: "提交申请",
    submitting: "正在提交…",
    cancel: "取消",
    submitFailed: "提交失败",
    sentTitle: "注册提示",
    sent: "注册申请已提交,请耐心等待管理员通过!",
    ok: "确定",
  },
};
