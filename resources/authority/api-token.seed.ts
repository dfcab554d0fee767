import { demonstrationDay, seedRows } from "#schema";

// Revoked: nobody knows what it was.
export default seedRows("api-token", [
  {
    name: "ERP 出库对接", userId: "张伟", prefix: "tmk_7Qd2", expireTime: "2025-02-28 23:59:59", status: 2, lastUsedTime: "2025-01-15 18:42:00", lastUsedAddress: "203.0.113.24",
    createTime: "2024-03-04 10:00:00",
  },
], { today: demonstrationDay });
