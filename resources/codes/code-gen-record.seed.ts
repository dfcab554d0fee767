import { daysAgo, numberedDaysAgo, seedRows } from "#schema";

/** Codes of the last days: how long ago, and how many. */
const lately = [[12, 12000], [9, 30000], [8, 8000], [5, 24000], [3, 18000], [2, 6000], [1, 36000]] as const;

export default seedRows("code-gen-record", [
  {
    genNo: "SC202502250001", name: "茅溪迎宾酒三层码", codeMakeRuleId: "瓶身追溯码", codeNum: 43000, digitSourceId: "SELF", fileFormat: 1, fileContent: 2, productId: "P0001",
    specId: "SP0001", doneNum: 43000, progress: 100, startTime: "2025-02-25 09:10:00", finishTime: "2025-02-25 09:10:31", downloadCount: 1, status: 2,
    createTime: "2025-02-25 09:05:00",
    below: [
      {
        detailNo: "SC202502250001-1", layer: 1, codeMakeRuleId: "瓶身追溯码", codeFuncType: 4, num: 36000, doneNum: 36000, startSerial: 78001, endSerial: 114000,
        firstCode: "MXB7K2Q9D4HT5H", lastCode: "MXBP3T6V9N2A5X", takenNum: 36000, status: 2,
      },
      {
        detailNo: "SC202502250001-2", layer: 2, codeMakeRuleId: "盒码", codeFuncType: 1, num: 6000, doneNum: 6000, startSerial: 1, endSerial: 6000,
        firstCode: "MXH4T8W2N6KQ3D", lastCode: "MXH9B5R7X3WM2A", takenNum: 6000, status: 2,
      },
      {
        detailNo: "SC202502250001-3", layer: 3, codeMakeRuleId: "箱物流码", codeFuncType: 1, num: 1000, doneNum: 1000, startSerial: 1, endSerial: 1000,
        firstCode: "MXC00000000018", lastCode: "MXC00000010009", takenNum: 1000, status: 2,
      },
    ],
  },
  {
    genNo: "SC202503010001", name: "小酒瓶码", codeMakeRuleId: "瓶身追溯码", codeNum: 2000000, digitSourceId: "SELF", fileFormat: 1, fileContent: 2, productId: "P0003",
    specId: "SP0003", doneNum: 740000, progress: 37, startTime: "2025-03-01 10:00:00", failReason: ["服务器重启，生成中断，可继续", "The server was restarted during the work; it can go on"], status: 3, createTime: "2025-03-01 09:50:00",
    below: [
      {
        detailNo: "SC202503010001-1", layer: 1, codeMakeRuleId: "瓶身追溯码", codeFuncType: 4, num: 2000000, doneNum: 740000, startSerial: 114001, endSerial: 2114000,
        firstCode: "MXB3H8K5T2QW7C", takenNum: 0, status: 3,
      },
    ],
  },
  {
    genNo: "SC202503020001", name: "珍藏盖内码", codeMakeRuleId: "盖内防伪营销码", codeNum: 36000, digitSourceId: "SELF", fileFormat: 1, fileContent: 2, productId: "P0002",
    specId: "SP0002", status: 0, createTime: "2025-03-02 14:20:00",
    below: [
      { detailNo: "SC202503020001-1", layer: 1, codeMakeRuleId: "盖内防伪营销码", codeFuncType: 2, num: 36000, doneNum: 0, takenNum: 0, status: 0 },
    ],
  },
  ...lately.map(([days, codes], index) => {
    const genNo = `SC${numberedDaysAgo(days)}0001`;
    const start = 200_001 + lately.slice(0, index).reduce((sum, [, before]) => sum + before, 0);
    return {
      genNo, name: "迎宾酒瓶身追溯码", codeMakeRuleId: "瓶身追溯码", codeNum: codes, digitSourceId: "SELF", fileFormat: 1, fileContent: 2, productId: "P0001", specId: "SP0001",
      doneNum: codes, progress: 100, startTime: daysAgo(days, "09:30:00"), finishTime: daysAgo(days, "09:30:24"), downloadCount: 1, status: 2, createTime: daysAgo(days, "09:28:10"),
      below: [
        {
          detailNo: `${genNo}-1`, layer: 1, codeMakeRuleId: "瓶身追溯码", codeFuncType: 4, num: codes, doneNum: codes, startSerial: start, endSerial: start + codes - 1, takenNum: 0, status: 2,
        },
      ],
    };
  }),
]);
