import { demonstrationDay, seedRows } from "#schema";

export default seedRows("codemakerecord", [
  {
    makeNo: "ZM202503020001", codeMakeRuleId: "瓶身追溯码", codeGenRecordDetailId: "SC202502250001-1", codeSetId: "MX20250301 三层套标", productId: "P0001", specId: "SP0001",
    makeMode: 1, supplierName: "贵阳华彩印务", startSerial: 78001, endSerial: 78253, num: 253, scrapNum: 1, makeTime: "2025-03-02 15:00:00", status: 2,
    createTime: "2025-03-02 09:00:00",
  },
  {
    makeNo: "ZM202503020002", codeMakeRuleId: "箱物流码", codeGenRecordDetailId: "SC202502250001-3", codeSetId: "MX20250301 三层套标", productId: "P0001", specId: "SP0001",
    makeMode: 2, deviceId: "PRT-L01", startSerial: 1, endSerial: 1000, num: 1000, status: 1, createTime: "2025-03-02 09:20:00",
  },
  {
    makeNo: "ZM202503020003", codeMakeRuleId: "盒码", codeGenRecordDetailId: "SC202502250001-2", codeSetId: "MX20250301 三层套标", productId: "P0001", specId: "SP0001",
    makeMode: 4, supplierName: "贵阳永发纸业", startSerial: 1, endSerial: 43, num: 43, makeTime: "2025-03-02 17:30:00", status: 2,
    createTime: "2025-03-02 09:30:00",
  },
  {
    makeNo: "ZM202502200001", codeMakeRuleId: "瓶身追溯码", codeGenRecordDetailId: "SC202502250001-1", productId: "P0001", makeMode: 1, supplierName: "杭州信码防伪印务", num: 253,
    status: 9, remark: "报价未通过", createTime: "2025-02-26 10:00:00",
  },
], { today: demonstrationDay });
