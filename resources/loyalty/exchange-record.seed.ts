import { demonstrationDay, seedRows } from "#schema";

export default seedRows("exchange-record", [
  {
    exchangeNo: "DH20250228001", memberId: "HY202404180001", commodityId: "SP202404220001", commoditySkuId: "C-CUP-2", quantity: 1, pointsPrice: 2000, points: 2000,
    receiveType: 1, addressId: "文三路 478 号 6 幢 1201", receiverName: "周敏", receiverPhone: "13805710003", receiverAddress: "浙江省杭州市西湖区文三路 478 号 6 幢 1201", deliveryCompany: "1",
    deliveryNo: "SF1402405100018", status: 2, finishTime: "2025-03-04 18:00:00", createTime: "2025-02-28 14:10:00",
  },
  {
    exchangeNo: "DH20250308002", memberId: "HY202405030001", commodityId: "SP202404220001", commoditySkuId: "C-CUP-2", quantity: 1, pointsPrice: 2000, points: 2000,
    receiveType: 2, terminalId: "ZD0001", status: 0, createTime: "2025-03-08 16:22:00",
  },
  {
    exchangeNo: "DH20240601001", memberId: "HY202404010001", commodityId: "SP202404220001", commoditySkuId: "C-CUP-2", quantity: 2, pointsPrice: 2000, points: 4000,
    receiveType: 1, addressId: "文三路 478 号", receiverName: "林建国", receiverPhone: "13905710001", receiverAddress: "浙江省杭州市西湖区文三路 478 号", status: 3, remark: "改为到店领取",
    createTime: "2024-06-01 11:00:00",
  },
], { today: demonstrationDay });
