import { demonstrationDay, seedRows } from "#schema";

export default seedRows("config-tenant", [
  { configId: "scan.repeat.maxCount", configKey: "scan.repeat.maxCount", configGroup: "scan", defaultValue: "3", configValue: "5", remark: "品鉴会期间放宽" },
  {
    configId: "scan.crossRegion.level", configKey: "scan.crossRegion.level", configGroup: "scan", defaultValue: "city", configValue: "province",
    effectTime: "2024-09-01 00:00:00",
  },
  { configId: "antiFake.showTrace", configKey: "antiFake.showTrace", configGroup: "antiFake", defaultValue: "1", configValue: "1" },
  {
    configId: "warehouse.in.requireAttrBinding", configKey: "warehouse.in.requireAttrBinding", configGroup: "warehouse", defaultValue: "0", configValue: "1",
    effectTime: "2025-01-01 00:00:00",
  },
], { today: demonstrationDay });
