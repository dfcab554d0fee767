import { demonstrationDay, seedRows } from "#schema";

export default seedRows("cart-item", [
  {
    memberId: "HY202404180001", clientPlatformId: "mp-weixin", commodityId: "SP202404100001", commoditySkuId: "C-MXZC-500-1", quantity: 2, price: "899.00",
    currentPrice: "899.00", isChecked: 1, status: 1, createTime: "2025-03-11 20:10:00",
  },
  {
    memberId: "HY202404180001", clientPlatformId: "mp-weixin", commodityId: "SP202404100002", commoditySkuId: "C-MXZC-100-2", quantity: 1, price: "399.00",
    currentPrice: "399.00", isChecked: 0, status: 1, createTime: "2025-03-11 20:12:00",
  },
  {
    memberId: "HY202405030001", clientPlatformId: "h5", commodityId: "SP202404100002", commoditySkuId: "C-MXZC-100-2", quantity: 1, price: "419.00", currentPrice: "399.00",
    isChecked: 1, status: 1, createTime: "2025-03-08 12:40:00",
  },
  {
    memberId: "HY202406110001", clientPlatformId: "h5", commodityId: "SP202406180001", commoditySkuId: "C-TGY-250", quantity: 3, price: "168.00", currentPrice: "168.00",
    isChecked: 1, status: 2, createTime: "2025-02-14 09:30:00",
  },
], { today: demonstrationDay });
