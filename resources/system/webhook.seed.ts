import { demonstrationDay, seedRows } from "#schema";

// Disabled: a new installation tells no other system of anything.
export default seedRows("webhook", [
  {
    name: "ERP 出入库对接", url: "https://erp.maoxi.example.cn/hooks/tracemark", events: ["stock-in-doc.complete", "stock-out-doc.complete"], status: 2, failures: 1, lastTime: "2025-03-10 16:20:08",
    lastStatus: 503, remark: "ERP 升级期间停用", createTime: "2025-03-01 09:00:00",
  },
], { today: demonstrationDay });
