import { bool, choice, defineResource, email, enabled, integer, password, remark, richtext, text } from "#schema";

/** A mailbox that mails are sent from. At most one is the default. */
export default defineResource({
  name: "email",
  label: ["邮箱账号", "Mailbox"],
  path: "/business-manage/email",
  title: "name",
  sections: {
    name: ["基本信息", "Basics"],
    smtpHost: ["发件服务器", "Mail server"],
    dailyLimit: ["发送与状态", "Sending and status"],
  },
  fields: {
    name: text("配置名称", "Name", { required: true, max: 64, search: "like", unique: "tenant" }),
    emailAddress: email("邮箱地址", "E-mail address", { required: true, max: 128, search: "like", unique: "tenant" }),
    fromName: text("发件人名称", "Sender name", { required: true, max: 64 }),
    smtpHost: text("SMTP服务器", "SMTP host", { required: true, max: 128, search: "like" }),
    smtpPort: integer("端口", "Port", { required: true, min: 1, max: 65535, default: 465 }),
    encryption: choice("加密方式", "Encryption", {
      options: [["none", "无", "None"], ["ssl", "SSL", "SSL/TLS"], ["starttls", "STARTTLS", "STARTTLS"]],
      required: true, default: "ssl",
    }),
    username: text("登录账号", "User name", { required: true, max: 128, list: false }),
    password: password("授权码", "Password or app code", { required: true, max: 128 }),
    dailyLimit: integer("每日上限", "Daily limit", { min: 0, default: 500, help: ["0 表示不限", "0 = no limit"] }),
    sentToday: integer("今日已发", "Sent today", { default: 0, readonly: true }),
    signature: richtext("邮件签名", "Signature"),
    isDefault: bool("默认邮箱", "Default mailbox", { default: 0, search: "equal" }),
    status: enabled(),
    remark: remark(),
  },
});
