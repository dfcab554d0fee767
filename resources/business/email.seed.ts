import { seedRows } from "#schema";

export default seedRows("email", [
  {
    name: "项目通知", emailAddress: "notice@xinma.example.cn", fromName: "醇酿溯源项目组", smtpHost: "smtp.exmail.example.cn", smtpPort: 465, encryption: "ssl",
    username: "notice@xinma.example.cn", dailyLimit: 500, sentToday: 0, signature: "<p>醇酿溯源项目组</p>", isDefault: 1,
  },
  {
    name: "财务对账", emailAddress: "finance@xinma.example.cn", fromName: "财务部", smtpHost: "smtp.exmail.example.cn", smtpPort: 465, encryption: "ssl",
    username: "finance@xinma.example.cn", dailyLimit: 200, sentToday: 0,
  },
  {
    name: "旧通知邮箱", emailAddress: "old-notice@xinma.example.cn", fromName: "项目组", smtpHost: "smtp.old.example.cn", smtpPort: 25, encryption: "none",
    username: "old-notice@xinma.example.cn", status: 2, remark: "已停用",
  },
]);
