import { demonstrationDay, seedRows } from "#schema";

export default seedRows("email-record", [
  {
    emailId: "项目通知", partnerId: "茅溪酒业有限公司", orderId: "YW2024050001", orderNodeId: "设计打样", receivers: "order@maoxi.example.cn", subject: "茅溪 2024 年标签订单打样确认",
    content: "<p>打样已完成，请于三个工作日内确认。</p>", status: 2, sendCount: 1, sendTime: "2024-05-15 11:25:00", createTime: "2024-05-15 11:20:00",
  },
  {
    emailId: "项目通知", partnerId: "茅溪酒业有限公司", orderId: "YW2024050001", orderNodeId: "标签发货", receivers: "order@maoxi.example.cn", ccReceivers: "zhoufang@example.cn",
    subject: "首批标签发货通知", content: "<p>首批 50 万枚标签将于近日发出，运单号另行通知。</p>", status: 0, createTime: "2024-06-18 09:00:00",
  },
  {
    emailId: "财务对账", partnerId: "杭州信码防伪印务有限公司", receivers: "sales@xinma-print.example.cn", subject: "上月对账单", content: "<p>请核对附件中的对账单。</p>", status: 3, sendCount: 2,
    failure: "credentials", errorMsg: ["邮件服务器拒绝登录：535 授权码错误", "The mail server refuses the sign-in: 535 授权码错误"], createTime: "2024-06-03 10:30:00",
  },
], { today: demonstrationDay });
