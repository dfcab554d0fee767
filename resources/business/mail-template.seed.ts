import { seedRows } from "#schema";

export default seedRows("mail-template", [
  {
    name: "订单确认", about: "business-order", subject: "订单 {{orderNo}} 已确认",
    content: "<p>您好：</p><p>订单 {{orderNo}} 已确认，我们将按约定时间安排生产和发货。</p>", status: 1,
  },
]);
