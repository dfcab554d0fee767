// Texts of the page for changing one's own password in Chinese.
export const texts = {
  ownPassword: {
    title: "修改初始密码",
    lead: "{{name}}，您正在使用初始密码或被重置的密码，请先设置自己的密码，再继续使用。",
    fields: { oldPassword: "当前密码", newPassword: "新密码", newPassword1: "确认新密码" },
    hint: "至少 8 个字符，不要使用常见密码，也不要用账号、姓名或手机号",
    required: { oldPassword: "请输入当前密码", newPassword: "请输入新密码", newPassword1: "请输入确认密码" },
    tooShort: "密码至少8个字符",
    same: "新密码不能与当前密码相同",
    differ: "两次密码输入不一致",
    submit: "保存并继续",
    submitting: "正在保存…",
    leave: "退出登录",
  },
};
