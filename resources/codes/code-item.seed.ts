import { seedRows } from "#schema";
import { scannedBottles } from "./code-item.options.ts";

export default seedRows("code-item", [
  {
    code: "MXC00000000018", codeFuncType: 1, layer: 3, codeGenRecordDetailId: "SC202502250001-3", serialNo: 1, seqNo: 1, lifeStatus: 3, blockStatus: 0,
    digitSourceMark: "SELF", codeSetId: "MX20250301 三层套标", productId: "P0001", specId: "SP0001", batchCode: "MXYB250301", stockInDocId: "RK202503050001",
    stockOutDocId: "CK202503100001", channelId: "QD001", saleRegionCodes: ["41"], outTime: "2025-03-10 10:21:33", stampTime: "2025-03-10 10:21:33",
  },
  {
    code: "MXH4T8W2N6KQ3D", codeFuncType: 1, layer: 2, codeGenRecordDetailId: "SC202502250001-2", serialNo: 1, seqNo: 1, lifeStatus: 1, blockStatus: 0,
    digitSourceMark: "SELF", codeSetId: "MX20250301 三层套标", productId: "P0001", specId: "SP0001", batchCode: "MXYB250301",
  },
  {
    code: "MXH7C3P9V5TR8K", codeFuncType: 1, layer: 2, codeGenRecordDetailId: "SC202502250001-2", serialNo: 2, seqNo: 2, lifeStatus: 1, blockStatus: 0,
    digitSourceMark: "SELF", codeSetId: "MX20250301 三层套标", productId: "P0001", specId: "SP0001", batchCode: "MXYB250301",
  },
  {
    code: "MXB7K2Q9D4HT5H", codeFuncType: 4, layer: 1, codeGenRecordDetailId: "SC202502250001-1", serialNo: 78001, seqNo: 1, lifeStatus: 1, blockStatus: 0,
    digitSourceMark: "SELF", codeSetId: "MX20250301 三层套标", productId: "P0001", specId: "SP0001",
    batchCode: "MXYB250301",
  },
  {
    code: "MXB9M4T6X2CR8P", codeFuncType: 4, layer: 1, codeGenRecordDetailId: "SC202502250001-1", serialNo: 78002, seqNo: 2, lifeStatus: 1, blockStatus: 0,
    digitSourceMark: "SELF", codeSetId: "MX20250301 三层套标", productId: "P0001", specId: "SP0001",
    batchCode: "MXYB250301",
  },
  {
    code: "MXB2W7H5K9NQ3D", codeFuncType: 4, layer: 1, codeGenRecordDetailId: "SC202502250001-1", serialNo: 78003, seqNo: 3, lifeStatus: 1, blockStatus: 3,
    digitSourceMark: "SELF", codeSetId: "MX20250301 三层套标", productId: "P0001", specId: "SP0001", batchCode: "MXYB250301",
  },
  {
    code: "MXBX4M8R2W6K98", codeFuncType: 4, layer: 1, codeGenRecordDetailId: "SC202502250001-1", serialNo: 114000, lifeStatus: 1, blockStatus: 0, digitSourceMark: "SELF",
    productId: "P0001", specId: "SP0001", batchCode: "MXYB250301",
  },
  {
    code: "MXC00000008011", codeFuncType: 1, layer: 3, codeGenRecordDetailId: "SC202502250001-3", serialNo: 801, seqNo: 801, lifeStatus: 2, blockStatus: 0,
    digitSourceMark: "SELF", codeSetId: "MX20250301 三层套标", productId: "P0001", specId: "SP0001", batchCode: "MXYB250301", stockInDocId: "RK202503050001",
    stampTime: "2025-03-05 17:40:00",
  },
  {
    code: "MXC00000008029", codeFuncType: 1, layer: 3, codeGenRecordDetailId: "SC202502250001-3", serialNo: 802, seqNo: 802, lifeStatus: 2, blockStatus: 1,
    digitSourceMark: "SELF", codeSetId: "MX20250301 三层套标", productId: "P0001", specId: "SP0001", batchCode: "MXYB250301", stockInDocId: "RK202503050001",
    stampTime: "2025-03-05 17:40:00",
  },
  {
    code: "MXC00000008037", codeFuncType: 1, layer: 3, codeGenRecordDetailId: "SC202502250001-3", serialNo: 803, seqNo: 803, lifeStatus: 2, blockStatus: 0,
    digitSourceMark: "SELF", codeSetId: "MX20250301 三层套标", productId: "P0001", specId: "SP0001", batchCode: "MXYB250301", stockInDocId: "RK202503050001",
    stampTime: "2025-03-05 17:40:00",
  },
  {
    code: "MXC00000009019", codeFuncType: 1, layer: 3, codeGenRecordDetailId: "SC202502250001-3", serialNo: 901, seqNo: 901, lifeStatus: 2, blockStatus: 0,
    digitSourceMark: "SELF", codeSetId: "MX20250301 三层套标", productId: "P0001", specId: "SP0001", batchCode: "MXYB250301", stockInDocId: "RK202503050001",
    stampTime: "2025-03-05 17:40:00",
  },
  {
    code: "MXB8W5E2R7Y4UY", codeFuncType: 4, layer: 1, codeGenRecordDetailId: "SC202502250001-1", serialNo: 106801, seqNo: 28801, lifeStatus: 2, blockStatus: 0,
    digitSourceMark: "SELF", codeSetId: "MX20250301 三层套标", productId: "P0001", specId: "SP0001",
    batchCode: "MXYB250301", stockInDocId: "RK202503050001", stampTime: "2025-03-05 17:40:00",
  },
  {
    code: "MXBP3T6V9N2A5X", codeFuncType: 4, layer: 1, codeGenRecordDetailId: "SC202502250001-1", serialNo: 80161, seqNo: 2161, lifeStatus: 3, blockStatus: 0,
    digitSourceMark: "SELF", codeSetId: "MX20250301 三层套标", productId: "P0001", specId: "SP0001",
    batchCode: "MXYB250301", stockInDocId: "RK202503050001", stockOutDocId: "CK202503100001", channelId: "QD001", saleRegionCodes: ["41"], outTime: "2025-03-10 10:21:33",
    stampTime: "2025-03-10 10:21:33",
  },
  {
    code: "MXBQ6R3T8N4W2K", codeFuncType: 4, layer: 1, codeGenRecordDetailId: "SC202502250001-1", serialNo: 113999, lifeStatus: 0, blockStatus: 2, digitSourceMark: "SELF",
  },
  ...scannedBottles.map(({ code }, index) => ({
    code, codeFuncType: 4, layer: 1, codeGenRecordDetailId: "SC202502250001-1", serialNo: 90001 + index, seqNo: 12001 + index, lifeStatus: 3, blockStatus: 0,
    digitSourceMark: "SELF", codeSetId: "MX20250301 三层套标", productId: "P0001", specId: "SP0001",
    batchCode: "MXYB250301", stockInDocId: "RK202503050001", stockOutDocId: "CK202503100001", channelId: "QD001", saleRegionCodes: ["41"], outTime: "2025-03-10 10:21:33",
    stampTime: "2025-03-10 10:21:33",
  })),
]);
