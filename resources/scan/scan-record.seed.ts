import { seedRows } from "#schema";

export default seedRows("scan-record", [
  {
    docKind: 1, docId: "30001", docDetailId: "30101", docNo: "RK202503050001", code: "MXC00000000018", layer: 3, productId: "P0001", specId: "SP0001", num: 36, scanMode: 3, accepted: 1,
    rejectReason: 0, scanUserId: "zhaolei", scanTime: "2025-03-05 17:30:00", createTime: "2025-03-05 17:30:00",
  },
  {
    docKind: 1, docId: "30001", docDetailId: "30101", docNo: "RK202503050001", code: "MXC00000008011", layer: 3, productId: "P0001", specId: "SP0001", num: 36, scanMode: 3, accepted: 1,
    rejectReason: 0, scanUserId: "zhaolei", scanTime: "2025-03-05 17:30:00", createTime: "2025-03-05 17:30:00",
  },
  {
    docKind: 2, docId: "31001", docDetailId: "31101", docNo: "CK202503100001", code: "MXC00000000018", layer: 3, productId: "P0001", specId: "SP0001", num: 36, scanMode: 1, accepted: 1,
    rejectReason: 0, deviceId: "PDA-8C3A01", scanUserId: "zhaolei", scanTime: "2025-03-10 10:21:33", createTime: "2025-03-10 10:21:33",
  },
  {
    docKind: 2, docId: "31001", docDetailId: "31101", docNo: "CK202503100001", code: "MXC00000000018", layer: 3, productId: "P0001", specId: "SP0001", num: 36, scanMode: 1, accepted: 0,
    rejectReason: 2, deviceId: "PDA-8C3A01", scanUserId: "zhaolei", scanTime: "2025-03-10 10:21:41", createTime: "2025-03-10 10:21:41",
  },
  {
    docKind: 2, docId: "31001", docDetailId: "31101", docNo: "CK202503100001", code: "MXBP3T6V9N2A5X", layer: 1, productId: "P0001", specId: "SP0001", num: 1, scanMode: 1, accepted: 1,
    rejectReason: 0, deviceId: "PDA-8C3A01", scanUserId: "zhaolei", scanTime: "2025-03-10 10:22:05", createTime: "2025-03-10 10:22:05",
  },
  {
    docKind: 2, docId: "31001", docDetailId: "31101", docNo: "CK202503100001", code: "MXC00000008029", layer: 3, productId: "P0001", specId: "SP0001", num: 36, scanMode: 1, accepted: 0,
    rejectReason: 5, deviceId: "PDA-8C3A01", scanUserId: "zhaolei", scanTime: "2025-03-10 10:23:10", createTime: "2025-03-10 10:23:10",
  },
  {
    docKind: 2, docId: "31003", docDetailId: "31103", docNo: "CK202503110001", code: "MXC00000009019", layer: 3, productId: "P0001", specId: "SP0001", num: 36, batchCode: "MXYB250301", rootId: "MXC00000009019", scanMode: 1, accepted: 1,
    rejectReason: 0, deviceId: "PDA-8C3A01", scanUserId: "zhaolei", scanTime: "2025-03-11 09:12:44", createTime: "2025-03-11 09:12:44",
  },
  {
    docKind: 2, docId: "31003", docDetailId: "31103", docNo: "CK202503110001", code: "MXCA0000000000", layer: 3, productId: "P0001", specId: "SP0001", num: 36, scanMode: 1, accepted: 0,
    rejectReason: 1, deviceId: "PDA-8C3A01", scanUserId: "zhaolei", scanTime: "2025-03-11 09:13:02", createTime: "2025-03-11 09:13:02",
  },
]);
