import { demonstrationDay, seedRows } from "#schema";

export default seedRows("order", [
  {
    orderNo: "DD202502280002", clientPlatformId: "h5", memberId: "HY202405030001", orderType: 1, merchantId: "SH202404120001", terminalId: "ZD0001",
    totalAmount: "899.00", freightAmount: "0.00",
    discountAmount: "17.98", usedPoints: 0, pointsAmount: "0.00", payAmount: "881.02", paidAmount: "881.02", refundAmount: "0.00", earnedPoints: 1057, status: 4, auditStatus: 1, auditRemark: "该平台订单免审核",
    payChannelId: "ali_h5", payTime: "2025-02-28 09:22:00", deliveryCompany: "1", deliveryNo: "SF1402350061188", deliveryTime: "2025-02-28 15:00:00",
    finishTime: "2025-03-10 18:40:00", receiverName: "何晓芸", receiverPhone: "13705710005", receiverRegion: "330602", receiverAddress: "胜利西路 60 号", createTime: "2025-02-28 09:20:00",
  },
  {
    orderNo: "DD202503080001", clientPlatformId: "mp-weixin", memberId: "HY202404180001", orderType: 1,
    totalAmount: "1798.00", freightAmount: "0.00",
    discountAmount: "89.90", usedPoints: 0, pointsAmount: "0.00", payAmount: "1708.10", paidAmount: "1708.10", refundAmount: "0.00", status: 1, auditStatus: 0, payChannelId: "wx_mini",
    payTime: "2025-03-08 20:15:10", receiverName: "周敏", receiverPhone: "13805710003", receiverRegion: "330106", receiverAddress: "文三路 478 号 6 幢 1201", createTime: "2025-03-08 20:14:00",
  },
  {
    orderNo: "DD202503080007", clientPlatformId: "mp-weixin", memberId: "HY202405030001", orderType: 1,
    totalAmount: "399.00", freightAmount: "0.00",
    discountAmount: "7.98", usedPoints: 0, pointsAmount: "0.00", payAmount: "391.02", paidAmount: "391.02", refundAmount: "0.00", status: 2, auditStatus: 1, payChannelId: "wx_mini",
    payTime: "2025-03-08 21:02:40", auditUser: "zhoufang", auditTime: "2025-03-09 09:10:00", receiverName: "何晓芸", receiverPhone: "13705710005", receiverRegion: "330602",
    receiverAddress: "胜利西路 60 号", createTime: "2025-03-08 21:01:00",
  },
  {
    orderNo: "DD202503070003", clientPlatformId: "h5", memberId: "HY202405030001", orderType: 1,
    totalAmount: "399.00", freightAmount: "0.00",
    discountAmount: "7.98", usedPoints: 0, pointsAmount: "0.00", payAmount: "391.02", paidAmount: "391.02", refundAmount: "0.00", earnedPoints: 469, status: 4, auditStatus: 1, auditRemark: "该平台订单免审核",
    payChannelId: "ali_h5", payTime: "2025-03-07 12:20:00", deliveryCompany: "1", deliveryNo: "SF1402350078921", deliveryTime: "2025-03-07 16:30:00",
    finishTime: "2025-03-08 10:00:00", receiverName: "何晓芸", receiverPhone: "13705710005", receiverRegion: "330602", receiverAddress: "胜利西路 60 号", createTime: "2025-03-07 12:18:00",
  },
  {
    orderNo: "DD202503050004", clientPlatformId: "mp-weixin", memberId: "HY202404010001", orderType: 1,
    totalAmount: "399.00", freightAmount: "0.00",
    discountAmount: "19.95", usedPoints: 0, pointsAmount: "0.00", payAmount: "379.05", paidAmount: "379.05", refundAmount: "379.05", status: 8, preRefundStatus: 2, auditStatus: 1, payChannelId: "wx_mini",
    payTime: "2025-03-05 10:05:00", auditUser: "zhoufang", auditTime: "2025-03-05 10:30:00", receiverName: "林建国", receiverPhone: "13905710001", receiverRegion: "330106",
    receiverAddress: "文三路 478 号", createTime: "2025-03-05 10:03:00",
  },
  {
    orderNo: "DD202503060002", clientPlatformId: "mp-weixin", memberId: "HY202406110001", orderType: 1,
    totalAmount: "5280.00", freightAmount: "0.00",
    discountAmount: "0.00", usedPoints: 0, pointsAmount: "0.00", payAmount: "5280.00", paidAmount: "0.00", refundAmount: "0.00", status: 5, auditStatus: 0,
    closeTime: "2025-03-06 14:35:00", closeReason: "超时未付款", receiverName: "李志强", receiverPhone: "13903710001", receiverRegion: "410105", receiverAddress: "花园路 88 号",
    createTime: "2025-03-06 14:05:00",
  },
  {
    orderNo: "DD202503100001", clientPlatformId: "mp-weixin", memberId: "HY202404180001", orderType: 1,
    totalAmount: "5280.00", freightAmount: "0.00",
    discountAmount: "264.00", usedPoints: 0, pointsAmount: "0.00", payAmount: "5016.00", paidAmount: "5016.00", refundAmount: "0.00", status: 3, auditStatus: 1, payChannelId: "wx_mini",
    payTime: "2025-03-10 09:33:00", auditUser: "zhoufang", auditTime: "2025-03-10 10:00:00", deliveryCompany: "2", deliveryNo: "JD0098123345", deliveryTime: "2025-03-10 15:20:00",
    receiverName: "周敏", receiverPhone: "13805710003", receiverRegion: "330106", receiverAddress: "文三路 478 号 6 幢 1201", createTime: "2025-03-10 09:31:00",
  },
  {
    orderNo: "DD202503120003", clientPlatformId: "h5", memberId: "HY202406110001", orderType: 1,
    totalAmount: "399.00", freightAmount: "0.00",
    discountAmount: "0.00", usedPoints: 0, pointsAmount: "0.00", payAmount: "399.00", paidAmount: "0.00", refundAmount: "0.00", status: 0, auditStatus: 0,
    expireTime: "2025-03-13 23:18:00", receiverName: "李志强", receiverPhone: "13903710001", receiverRegion: "410105", receiverAddress: "花园路 88 号", createTime: "2025-03-12 11:18:00",
  },
], { today: demonstrationDay });
