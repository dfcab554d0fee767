import { demonstrationDay, seedRows } from "#schema";

export default seedRows("business-order", [
  {
    orderNo: "YW2024050001", title: "茅溪 2024 年防伪标签", partnerId: "茅溪酒业有限公司", orderType: 1, contractNo: "HT-BQ-2024-018", quantity: 2000000, unit: "枚", unitPrice: "0.0350",
    amount: "70000.00", receivedAmount: "35000.00", orderDate: "2024-05-06", deliveryDate: "2024-07-15", principalId: "zhoufang", currentNodeId: "印刷生产", progress: 50,
    status: 1, createTime: "2024-05-06 10:00:00",
    below: [
      {
        name: "合同签订", nodeType: 1, sort: 1, principalId: "zhoufang", planTime: "2024-05-08", startTime: "2024-05-06 10:10:00", finishTime: "2024-05-08 16:00:00",
        notifyPartner: 0, status: 2,
      },
      {
        name: "设计打样", nodeType: 2, sort: 2, principalId: "zhoufang", planTime: "2024-05-16", startTime: "2024-05-08 16:00:00", finishTime: "2024-05-15 11:20:00",
        notifyPartner: 1, status: 2,
      },
      {
        name: "码包生成", nodeType: 4, sort: 3, principalId: "wangjianguo", planTime: "2024-05-20", startTime: "2024-05-15 11:20:00", finishTime: "2024-05-18 09:40:00",
        notifyPartner: 0, status: 2,
      },
      { name: "印刷生产", nodeType: 5, sort: 4, principalId: "zhoufang", planTime: "2024-06-20", startTime: "2024-05-18 09:40:00", notifyPartner: 0, status: 1 },
      { name: "标签发货", nodeType: 7, sort: 5, principalId: "zhoufang", planTime: "2024-07-01", notifyPartner: 1, status: 0 },
      { name: "尾款收款", nodeType: 9, sort: 6, principalId: "fengxue", planTime: "2024-07-15", notifyPartner: 0, status: 0 },
    ],
  },
  {
    orderNo: "YW2024030002", title: "稻香源系统服务", partnerId: "绍兴稻香源酒业有限公司", orderType: 2, contractNo: "HT-XT-2024-007", quantity: 1, unit: "年", unitPrice: "48000.0000",
    amount: "48000.00", receivedAmount: "48000.00", orderDate: "2024-03-11", deliveryDate: "2024-05-31", principalId: "zhenghao", progress: 100, status: 2,
    finishTime: "2024-05-28 17:00:00", createTime: "2024-03-11 09:30:00",
    below: [
      {
        name: "服务合同", nodeType: 1, sort: 1, principalId: "zhenghao", planTime: "2024-03-15", startTime: "2024-03-11 09:40:00", finishTime: "2024-03-14 15:00:00",
        notifyPartner: 0, status: 2,
      },
      {
        name: "上线验收", nodeType: 8, sort: 2, principalId: "zhenghao", planTime: "2024-05-31", startTime: "2024-03-14 15:00:00", finishTime: "2024-05-28 17:00:00",
        notifyPartner: 0, status: 2,
      },
    ],
  },
  {
    orderNo: "YW2025030001", title: "2025 年瓶盖采购", partnerId: "淄博华明玻璃有限公司", orderType: 4, quantity: 300000, unit: "个", unitPrice: "1.1000", amount: "330000.00",
    orderDate: "2025-03-05", deliveryDate: "2025-04-30", principalId: "wangjianguo", status: 0, createTime: "2025-03-05 14:00:00",
    below: [
      { name: "采购合同", nodeType: 1, sort: 1, principalId: "wangjianguo", planTime: "2025-03-14", notifyPartner: 0, status: 0 },
      { name: "到货验收", nodeType: 8, sort: 2, principalId: "liumin", planTime: "2025-04-30", notifyPartner: 0, status: 0 },
    ],
  },
  {
    orderNo: "YW2024080001", title: "采集设备采购", partnerId: "贵阳云算科技有限公司", orderType: 3, quantity: 4, unit: "台", unitPrice: "12800.0000", amount: "51200.00",
    orderDate: "2024-08-02", deliveryDate: "2024-09-10", principalId: "hanmei", progress: 0, status: 3, remark: "供应商终止合作", createTime: "2024-08-02 11:00:00",
  },
], { today: demonstrationDay });
