import { demonstrationDay, seedRows } from "#schema";

export default seedRows("email-attempt", [
  {
    emailRecordId: "茅溪 2024 年标签订单打样确认", emailId: "项目通知", attemptNo: 1, receivers: "order@maoxi.example.cn", startTime: "2024-05-15 11:24:58", endTime: "2024-05-15 11:25:00", outcome: 1,
    answer: "250 Mail OK queued as smtp1",
  },
  {
    emailRecordId: "上月对账单", emailId: "财务对账", attemptNo: 1, receivers: "sales@xinma-print.example.cn", startTime: "2024-06-03 10:31:00", endTime: "2024-06-03 10:31:01", outcome: 3,
    failure: "credentials", answer: "535 授权码错误",
  },
  {
    emailRecordId: "上月对账单", emailId: "财务对账", attemptNo: 2, receivers: "sales@xinma-print.example.cn", startTime: "2024-06-03 14:06:20", endTime: "2024-06-03 14:06:21", outcome: 3,
    failure: "credentials", answer: "535 授权码错误",
  },
], { today: demonstrationDay });
