import { seedRows } from "#schema";

export default seedRows("code-replace", [
  {
    oldCode: "MXB2W7H5K9NQ3D", newCode: "MXBX4M8R2W6K98", layer: 1, codeFuncType: 4, digitSourceMark: "SELF", reason: 1, stockInDocId: "RK202503050001",
    operatorId: "liumin", replaceTime: "2025-03-08 15:20:00", status: 1, createTime: "2025-03-08 15:18:00",
  },
  { oldCode: "MXC00000008029", newCode: "MXBQ6R3T8N4W2K", reason: 2, operatorId: "liumin", failReason: ["新码层级不符", "The new code is of another layer"], status: 2, createTime: "2025-03-09 10:02:00" },
  {
    oldCode: "MXB8W5E2R7Y4UY", newCode: "MXBQ6R3T8N4W2K", reason: 2, operatorId: "caoyang", failReason: ["新码已作废", "The new code is void"], status: 2, remark: "需重新领取备用标",
    createTime: "2025-03-10 16:44:00",
  },
]);
