import { demonstrationDay, seedRows } from "#schema";

export default seedRows("order-status-log", [
  { orderId: "DD202502280002", orderNo: "DD202502280002", toStatus: 0, event: "create", operatorType: 2, operatorName: "何晓芸", createTime: "2025-02-28 09:20:00" },
  {
    orderId: "DD202502280002", orderNo: "DD202502280002", fromStatus: 0, toStatus: 2, event: "pay", operatorType: 1, operatorName: "系统", createTime: "2025-02-28 09:22:00",
  },
  {
    orderId: "DD202502280002", orderNo: "DD202502280002", fromStatus: 2, toStatus: 3, event: "ship", operatorType: 3, operatorId: "zhoufang", operatorName: "周芳",
    remark: "顺丰 SF1402350061188", createTime: "2025-02-28 15:00:00",
  },
  {
    orderId: "DD202502280002", orderNo: "DD202502280002", fromStatus: 3, toStatus: 4, event: "receive", operatorType: 1, operatorName: "系统", remark: "超时自动收货",
    createTime: "2025-03-10 18:40:00",
  },
  { orderId: "DD202503080001", orderNo: "DD202503080001", toStatus: 0, event: "create", operatorType: 2, operatorName: "周敏", createTime: "2025-03-08 20:14:00" },
  {
    orderId: "DD202503080001", orderNo: "DD202503080001", fromStatus: 0, toStatus: 1, event: "pay", operatorType: 1, operatorName: "系统", createTime: "2025-03-08 20:15:10",
  },
  { orderId: "DD202503070003", orderNo: "DD202503070003", toStatus: 0, event: "create", operatorType: 2, operatorName: "何晓芸", createTime: "2025-03-07 12:18:00" },
  {
    orderId: "DD202503070003", orderNo: "DD202503070003", fromStatus: 0, toStatus: 2, event: "pay", operatorType: 1, operatorName: "系统", createTime: "2025-03-07 12:20:00",
  },
  {
    orderId: "DD202503070003", orderNo: "DD202503070003", fromStatus: 2, toStatus: 3, event: "ship", operatorType: 3, operatorId: "zhoufang", operatorName: "周芳",
    remark: "顺丰 SF1402350078921", createTime: "2025-03-07 16:30:00",
  },
  {
    orderId: "DD202503070003", orderNo: "DD202503070003", fromStatus: 3, toStatus: 4, event: "receive", operatorType: 2, operatorName: "何晓芸",
    createTime: "2025-03-08 10:00:00",
  },
  { orderId: "DD202503060002", orderNo: "DD202503060002", toStatus: 0, event: "create", operatorType: 2, operatorName: "李志强", createTime: "2025-03-06 14:05:00" },
  {
    orderId: "DD202503060002", orderNo: "DD202503060002", fromStatus: 0, toStatus: 5, event: "close", operatorType: 1, operatorName: "系统", remark: "超时未付款",
    createTime: "2025-03-06 14:35:00",
  },
  { orderId: "DD202503100001", orderNo: "DD202503100001", toStatus: 0, event: "create", operatorType: 2, operatorName: "周敏", createTime: "2025-03-10 09:31:00" },
  {
    orderId: "DD202503100001", orderNo: "DD202503100001", fromStatus: 0, toStatus: 1, event: "pay", operatorType: 1, operatorName: "系统", createTime: "2025-03-10 09:33:00",
  },
  {
    orderId: "DD202503100001", orderNo: "DD202503100001", fromStatus: 1, toStatus: 2, event: "auditSuccess", operatorType: 3, operatorId: "zhoufang", operatorName: "周芳",
    createTime: "2025-03-10 10:00:00",
  },
  {
    orderId: "DD202503100001", orderNo: "DD202503100001", fromStatus: 2, toStatus: 3, event: "ship", operatorType: 3, operatorId: "zhoufang", operatorName: "周芳",
    createTime: "2025-03-10 15:20:00",
  },
  {
    orderId: "DD202503080007", orderNo: "DD202503080007", toStatus: 0, event: "create", operatorType: 2, operatorName: "何晓芸", createTime: "2025-03-08 21:01:00",
  },
  {
    orderId: "DD202503080007", orderNo: "DD202503080007", fromStatus: 0, toStatus: 1, event: "pay", operatorType: 1, operatorName: "系统", createTime: "2025-03-08 21:02:40",
  },
  {
    orderId: "DD202503080007", orderNo: "DD202503080007", fromStatus: 1, toStatus: 7, event: "refund", operatorType: 3, operatorId: "zhoufang", operatorName: "周芳", remark: "拍错商品", createTime: "2025-03-09 08:30:00",
  },
  {
    orderId: "DD202503080007", orderNo: "DD202503080007", fromStatus: 7, toStatus: 1, event: "refundFail", operatorType: 3, operatorId: "zhoufang", operatorName: "周芳", remark: "退款单已关闭", createTime: "2025-03-09 08:50:00",
  },
  {
    orderId: "DD202503080007", orderNo: "DD202503080007", fromStatus: 1, toStatus: 2, event: "auditSuccess", operatorType: 3, operatorId: "zhoufang", operatorName: "周芳", createTime: "2025-03-09 09:10:00",
  },
  {
    orderId: "DD202503050004", orderNo: "DD202503050004", toStatus: 0, event: "create", operatorType: 2, operatorName: "林建国", createTime: "2025-03-05 10:03:00",
  },
  {
    orderId: "DD202503050004", orderNo: "DD202503050004", fromStatus: 0, toStatus: 1, event: "pay", operatorType: 1, operatorName: "系统", createTime: "2025-03-05 10:05:00",
  },
  {
    orderId: "DD202503050004", orderNo: "DD202503050004", fromStatus: 1, toStatus: 2, event: "auditSuccess", operatorType: 3, operatorId: "zhoufang", operatorName: "周芳", createTime: "2025-03-05 10:30:00",
  },
  {
    orderId: "DD202503050004", orderNo: "DD202503050004", fromStatus: 2, toStatus: 7, event: "refund", operatorType: 3, operatorId: "zhoufang", operatorName: "周芳", remark: "瓶身破损", createTime: "2025-03-06 10:50:00",
  },
  {
    orderId: "DD202503050004", orderNo: "DD202503050004", fromStatus: 7, toStatus: 8, event: "refundSuccess", operatorType: 1, operatorName: "系统", remark: "退款 379.05 元", createTime: "2025-03-06 11:20:00",
  },
  {
    orderId: "DD202503120003", orderNo: "DD202503120003", toStatus: 0, event: "create", operatorType: 2, operatorName: "李志强", createTime: "2025-03-12 11:18:00",
  },
], { today: demonstrationDay });
