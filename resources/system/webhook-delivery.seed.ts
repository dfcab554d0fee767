import { demonstrationDay, seedRows } from "#schema";

export default seedRows("webhook-delivery", [
  {
    webhookId: "ERP 出入库对接", event: "webhook.test", rowId: "1", status: 1, attempts: 1, httpStatus: 204, duration: 86, lastTime: "2025-03-01 09:05:12", createTime: "2025-03-01 09:05:11",
  },
  {
    webhookId: "ERP 出入库对接", event: "webhook.test", rowId: "1", status: 2, attempts: 1, httpStatus: 503, duration: 143, lastTime: "2025-03-10 16:20:08",
    failure: ["接收方应答 HTTP 503", "The receiver answered HTTP 503"], answer: "Service Unavailable", createTime: "2025-03-10 16:20:07",
  },
], { today: demonstrationDay });
