import { demonstrationDay, seedRows } from "#schema";

export default seedRows("sms-record", [
  {
    smsId: "aliyun-sms", phone: "13885200006", signName: "醇酿溯源", templateId: "SMS_123456", isRedacted: 1, status: 2, sendCount: 1, sendTime: "2025-03-10 08:12:31",
    providerId: "900619746936498440^0", answer: "OK", createTime: "2025-03-10 08:12:30",
  },
  {
    smsId: "aliyun-sms", phone: "13903710088", signName: "醇酿溯源", templateId: "SMS_123456", isRedacted: 1, status: 3, sendCount: 1, sendTime: "2025-03-11 17:40:05", failure: "refused",
    errorMsg: ["服务商拒绝：isv.BUSINESS_LIMIT_CONTROL 触发分钟级流控", "The provider refuses: isv.BUSINESS_LIMIT_CONTROL, too many in a minute"], answer: "isv.BUSINESS_LIMIT_CONTROL",
    createTime: "2025-03-11 17:40:04",
  },
], { today: demonstrationDay });
