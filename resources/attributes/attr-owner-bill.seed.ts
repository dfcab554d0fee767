import { demonstrationDay, seedRows } from "#schema";

export default seedRows("attr-owner-bill", [
  {
    billNo: "SX202503010001", ownerType: 1, attrOwnerId: "P0001", specId: "SP0001", batchCode: "MXYB250301", produceDate: "2025-03-01", num: 36000, factoryId: "MX01",
    attrList: [{ attrId: "produceDate", attrValue: "2025-03-01" }, { attrId: "cellarNo", attrValue: "12-03" }], status: 1, createTime: "2025-03-01 17:30:00",
  },
  {
    billNo: "SX202503010002", ownerType: 2, attrOwnerId: "RM001", batchCode: "GL250218", produceDate: "2025-02-18", expireDate: "2026-02-18", num: 120000,
    factoryId: "MX01", attrList: [{ attrId: "inspectDate", attrValue: "2025-02-20" }, { attrId: "moisture", attrValue: "13.2" }], status: 1,
    createTime: "2025-03-01 17:45:00",
  },
  {
    billNo: "SX202503050001", ownerType: 1, attrOwnerId: "P0002", specId: "SP0002", batchCode: "MXZC250226", produceDate: "2025-02-26", num: 1800, factoryId: "MX01",
    attrList: [{ attrId: "produceDate", attrValue: "2025-02-26" }], status: 1, createTime: "2025-03-05 09:10:00",
  },
  {
    billNo: "SX202503100001", ownerType: 3, attrOwnerId: "PS41", batchCode: "GZ250310", produceDate: "2025-03-10", factoryId: "MX01",
    attrList: [{ attrId: "fillTemperature", attrValue: "22.5" }, { attrId: "shift", attrValueId: "早班" }], status: 0, createTime: "2025-03-10 18:20:00",
  },
], { today: demonstrationDay });
