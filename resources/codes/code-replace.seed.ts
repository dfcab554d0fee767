import { seedRows } from "#schema";

export default seedRows("code-replace", [
  // Exchanges that were refused at the line. The one that was carried out has its effects.
  { oldCode: "MXC00000008029", newCode: "MXBQ6R3T8N4W2K", reason: 2, operatorId: "liumin", failReason: ["新码层级不符", "The new code is of another layer"], status: 2, createTime: "2025-03-09 10:02:00" },
  {
    oldCode: "MXB8W5E2R7Y4UY", newCode: "MXBQ6R3T8N4W2K", reason: 2, operatorId: "caoyang", failReason: ["新码已作废", "The new code is void"], status: 2, remark: "需重新领取备用标",
    createTime: "2025-03-10 16:44:00",
  },
]);
