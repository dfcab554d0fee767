import { seedRows } from "#schema";

export default seedRows("code-set", [
  {
    setNo: "MB202503010001", name: "MX20250301 三层套标", sourceType: 1, codeGenRecordId: "茅溪迎宾酒三层码", digitSourceId: "SELF", productId: "P0001", specId: "SP0001",
    relationMode: 1, unitNum: 1000, codeNum: 43000, progress: 100, formatTime: "2025-03-01 09:30:00", importTime: "2025-03-01 10:40:00", downloadCount: 1, status: 4,
    createTime: "2025-03-01 09:20:00",
    below: [
      {
        packLayerId: "箱", layer: 3, layerName: "箱", codeFuncType: 1, codeGenRecordDetailId: "SC202502250001-3", num: 6, totalNum: 1000, twinNum: 1, startSeq: 1,
        endSeq: 1000, columnIndex: 1, importedNum: 1000,
      },
      {
        packLayerId: "盒", layer: 2, layerName: "盒", codeFuncType: 1, codeGenRecordDetailId: "SC202502250001-2", num: 6, totalNum: 6000, twinNum: 1, startSeq: 1,
        endSeq: 6000, columnIndex: 2, importedNum: 6000,
      },
      {
        packLayerId: "瓶", layer: 1, layerName: "瓶", codeFuncType: 4, codeGenRecordDetailId: "SC202502250001-1", num: 1, totalNum: 36000, twinNum: 1, startSeq: 1,
        endSeq: 36000, columnIndex: 3, importedNum: 36000,
      },
    ],
  },
  {
    setNo: "MB202503030001", name: "珍藏礼盒码包", sourceType: 1, digitSourceId: "SELF", productId: "P0002", specId: "SP0002", relationMode: 1, unitNum: 300, status: 0,
    remark: "等待盖内码生成", createTime: "2025-03-03 11:00:00",
    below: [
      { packLayerId: "箱", layer: 3, layerName: "箱", codeFuncType: 1, num: 6, twinNum: 1, columnIndex: 1, importedNum: 0 },
      { packLayerId: "瓶", layer: 1, layerName: "瓶", codeFuncType: 2, num: 1, twinNum: 1, columnIndex: 2, importedNum: 0 },
    ],
  },
  {
    setNo: "MB202502010001", name: "外部监管码 20000", sourceType: 2, digitSourceId: "JGM", dataMapId: "白酒监管码文件", productId: "P0002", specId: "SP0002", relationMode: 0,
    unitNum: 20000, codeNum: 20000, progress: 100, importTime: "2025-02-01 16:00:00", status: 5, remark: "监管码停用核查", createTime: "2025-02-01 15:20:00",
    below: [
      { packLayerId: "瓶", layer: 1, layerName: "瓶", codeFuncType: 1, num: 1, totalNum: 20000, twinNum: 1, startSeq: 1, endSeq: 20000, columnIndex: 1, importedNum: 20000 },
    ],
  },
]);
