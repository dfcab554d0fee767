import { seedRows } from "#schema";

export default seedRows("transfer", [
  {
    fileName: "L01-20250305-A.txt", dataMapId: "产线关联TXT", digitSourceId: "SELF", prodLineId: "L01", fileSize: 1932000,
    fileHash: "9f2c61d4a8e0b7352c14f6d9e8a7b3c0d1e2f3a4b5c6d7e8f9a0b1c2d3e4f5a6", totalNum: 42000, successNum: 42000, failNum: 0, status: 2,
    createTime: "2025-03-05 16:10:00",
  },
  {
    fileName: "L01-20250306-B.txt", dataMapId: "产线关联TXT", digitSourceId: "SELF", prodLineId: "L01", fileSize: 1932050,
    fileHash: "1a7d93b2c5e8f04a6b9d2c7e1f3a5b8c0d4e6f7a9b1c3d5e7f8a0b2c4d6e8f90", totalNum: 42000, successNum: 41870, failNum: 130, status: 3,
    createTime: "2025-03-06 16:25:00",
  },
  {
    fileName: "Z11-20250307-A.txt", digitSourceId: "SELF", prodLineId: "Z11", fileSize: 405120,
    fileHash: "c3b1a09f8e7d6c5b4a39281706f5e4d3c2b1a0f9e8d7c6b5a4938271605f4e3d", totalNum: 8640, successNum: 0, failNum: 8640, status: 4,
    createTime: "2025-03-07 17:02:00",
  },
]);
