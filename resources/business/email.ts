import { bool, choice, date, datetime, defineResource, email, enabled, integer, message, password, progress, remark, richtext, text } from "#schema";

/** A mailbox that mails are sent from. At most one of a tenant is the default. */
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
    smtpHost: text("SMTP服务器", "SMTP host", { required: true, max: 128, search: "like", pattern: "^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$" }),
    smtpPort: integer("端口", "Port", { required: true, min: 1, max: 65535, default: 465 }),
    encryption: choice("加密方式", "Encryption", {
      options: [["none", "无", "None"], ["ssl", "SSL", "SSL/TLS"], ["starttls", "STARTTLS", "STARTTLS"]],
      required: true, default: "ssl",
      help: ["“无”仅用于运维在 INTERNAL_HOSTS 中登记的内部服务器", "“None” is for internal servers that the operator lists in INTERNAL_HOSTS"],
    }),
    username: text("登录账号", "User name", { required: true, max: 128, list: false }),
    password: password("授权码", "Password or app code", { required: true, max: 128 }),
    hourlyLimit: integer("每小时上限", "Hourly limit", { min: 0, default: 100, help: ["0 表示不限；超出后自动等待", "0 = no limit; mails beyond it wait"] }),
    dailyLimit: integer("每日上限", "Daily limit", { min: 0, default: 500, help: ["0 表示不限；超出后自动等待", "0 = no limit; mails beyond it wait"] }),
    sentToday: integer("今日已发", "Sent today", { default: 0, readonly: true }),
    sentDate: date("计数日期", "Day of the count", { readonly: true, list: false, visibleIn: [] }),
    signature: richtext("邮件签名", "Signature"),
    testTime: datetime("最近测试", "Last test", { readonly: true, list: false, visibleIn: ["edit", "view"] }),
    testResult: message("测试结果", "Test result", { list: false, visibleIn: ["edit", "view"] }),
    testing: progress("测试", "Test"),
    isDefault: bool("默认邮箱", "Default mailbox", { default: 0, search: "equal" }),
    status: enabled(),
    remark: remark(),
  },
  actions: {
    test: {
      label: ["测试", "Test"], handler: true,
      params: { receiver: email("收件地址", "Send to", { max: 128, help: ["留空则只连接并登录，不发邮件", "Left empty, it only connects and signs in"] }) },
      effect: ["连接邮件服务器并登录，填写收件地址时发送一封测试邮件；失败时说明原因", "Connects to the mail server, signs in and, with an address, sends a test mail; explains what fails"],
    },
  },
  effects: {
    oneDefault: { effect: ["每个租户只有一个默认邮箱", "A tenant has one default mailbox"] },
    ownServer: { effect: ["更换服务器或账号时须重新填写授权码", "Another server or user needs the password again"] },
  },
});
