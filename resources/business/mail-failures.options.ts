// Why a mail was not delivered, in few words; the sentence beside it says the rest.

export const mailFailures = [
  ["setup", "邮箱配置", "Mailbox settings", "red"],
  ["host", "无法连接", "No connection", "orange"],
  ["tls", "加密失败", "Encryption", "red"],
  ["credentials", "登录被拒", "Sign-in refused", "red"],
  ["sender", "发件人被拒", "Sender refused", "red"],
  ["receiver", "收件人被拒", "Receiver refused", "red"],
  ["content", "邮件被拒", "Mail refused", "red"],
  ["attachment", "附件问题", "Attachment", "red"],
  ["busy", "服务器繁忙", "Server busy", "gold"],
  ["interrupted", "投递中断", "Interrupted", "gold"],
  ["cancelled", "已取消", "Cancelled", "default"],
  ["fault", "程序错误", "Fault", "red"],
] as const;
