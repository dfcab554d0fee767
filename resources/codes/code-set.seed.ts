import { demonstrationDay, numberedDaysAgo, seedRows } from "#schema";

const cases = { packLayerId: "箱", layer: 3, layerName: "箱", codeFuncType: 1, codeGenRecordDetailId: "SC202502250001-3", num: 1, twinNum: 1, columnIndex: 1 } as const;
const ofCases = {
  sourceType: 1, codeGenRecordId: "茅溪迎宾酒三层码", digitSourceId: "SELF", productId: "P0001", specId: "SP0001", relationMode: 0, below: [cases],
} as const;

export default seedRows("code-set", [
  {
    setNo: "MB202503010001", name: "MX20250301 三层套标", sourceType: 1, codeGenRecordId: "茅溪迎宾酒三层码", digitSourceId: "SELF", productId: "P0001", specId: "SP0001",
    relationMode: 1, unitNum: 6, createTime: "2025-03-01 09:20:00",
    below: [
      { packLayerId: "箱", layer: 3, layerName: "箱", codeFuncType: 1, codeGenRecordDetailId: "SC202502250001-3", num: 6, twinNum: 1, columnIndex: 1 },
      { packLayerId: "盒", layer: 2, layerName: "盒", codeFuncType: 1, codeGenRecordDetailId: "SC202502250001-2", num: 6, twinNum: 1, columnIndex: 2 },
      { packLayerId: "瓶", layer: 1, layerName: "瓶", codeFuncType: 4, codeGenRecordDetailId: "SC202502250001-1", num: 1, twinNum: 1, columnIndex: 3 },
    ],
  },
  // Labels of cases without those of what is in them, as they come off their rolls.
  { setNo: "MB202503010002", name: "MX20250301 箱标一卷", unitNum: 795, createTime: "2025-03-01 09:22:00", ...ofCases },
  { setNo: "MB202503010003", name: "MX20250301 箱标接头", unitNum: 1, createTime: "2025-03-01 09:23:00", remark: "接头处一枚，待查", ...ofCases },
  { setNo: "MB202503010004", name: "MX20250301 箱标二卷", unitNum: 198, createTime: "2025-03-01 09:24:00", ...ofCases },
  {
    setNo: "MB202503010005", name: "印刷样张", sourceType: 1, codeGenRecordId: "印刷样张", digitSourceId: "SELF", productId: "P0001", specId: "SP0001", relationMode: 0, unitNum: 1,
    createTime: "2025-03-01 11:00:00",
    below: [
      { packLayerId: "瓶", layer: 1, layerName: "瓶", codeFuncType: 4, codeGenRecordDetailId: "SC202502270001-1", num: 1, twinNum: 1, columnIndex: 1 },
    ],
  },
  {
    // Labels of single bottles, which wait at the line to come in.
    setNo: "MB202503110001", name: "MX20250311 瓶标一卷", sourceType: 1, codeGenRecordId: `SC${numberedDaysAgo(5)}0002`, digitSourceId: "SELF", productId: "P0001", specId: "SP0001",
    relationMode: 0, unitNum: 240, createTime: "2025-03-11 08:10:00",
    below: [
      {
        packLayerId: "瓶", layer: 1, layerName: "瓶", codeFuncType: 4, codeGenRecordDetailId: `SC${numberedDaysAgo(5)}0002-1`, num: 1, twinNum: 1, columnIndex: 1,
      },
    ],
  },
  {
    setNo: "MB202503030001", name: "珍藏礼盒码包", sourceType: 1, digitSourceId: "SELF", productId: "P0002", specId: "SP0002", relationMode: 1, unitNum: 300,
    remark: "等待盖内码生成", createTime: "2025-03-03 11:00:00",
    below: [
      { packLayerId: "箱", layer: 3, layerName: "箱", codeFuncType: 1, num: 6, twinNum: 1, columnIndex: 1 },
      { packLayerId: "瓶", layer: 1, layerName: "瓶", codeFuncType: 2, num: 1, twinNum: 1, columnIndex: 2 },
    ],
  },
  {
    setNo: "MB202502010001", name: "外部监管码 200", sourceType: 2, digitSourceId: "JGM", dataMapId: "白酒监管码文件", productId: "P0002", specId: "SP0002", relationMode: 0,
    unitNum: 200, remark: "监管码停用核查", createTime: "2025-02-01 15:20:00",
    below: [
      { packLayerId: "瓶", layer: 1, layerName: "瓶", codeFuncType: 1, num: 1, twinNum: 1, columnIndex: 1 },
    ],
  },
], { today: demonstrationDay });
