import { daysAgo, demonstrationDay, numberedDaysAgo, seedRows } from "#schema";

/** Codes of the last days: how long ago, and how many. */
const lately = [[12, 120], [9, 300], [8, 80], [5, 240], [3, 180], [2, 60], [1, 360]] as const;

export default seedRows("code-gen-record", [
  {
    genNo: "SC202502250001", name: "茅溪迎宾酒三层码", codeMakeRuleId: "瓶身追溯码", codeNum: 1296, digitSourceId: "SELF", fileFormat: 1, fileContent: 1, productId: "P0001",
    specId: "SP0001", createTime: "2025-02-25 09:05:00",
    below: [
      { detailNo: "SC202502250001-1", layer: 1, codeMakeRuleId: "瓶身追溯码", num: 253 },
      { detailNo: "SC202502250001-2", layer: 2, codeMakeRuleId: "盒码", num: 43 },
      { detailNo: "SC202502250001-3", layer: 3, codeMakeRuleId: "箱物流码", num: 1000 },
    ],
  },
  {
    genNo: "SC202502270001", name: "印刷样张", codeMakeRuleId: "瓶身追溯码", codeNum: 1, digitSourceId: "SELF", fileFormat: 1, fileContent: 2, productId: "P0001", specId: "SP0001",
    createTime: "2025-02-27 15:00:00",
    below: [
      { detailNo: "SC202502270001-1", layer: 1, codeMakeRuleId: "瓶身追溯码", num: 1 },
    ],
  },
  {
    genNo: "SC202503010001", name: "小酒瓶码", codeMakeRuleId: "瓶身追溯码", codeNum: 2000000, digitSourceId: "SELF", fileFormat: 1, fileContent: 2, productId: "P0003",
    specId: "SP0003", createTime: "2025-03-01 09:50:00",
    below: [
      { detailNo: "SC202503010001-1", layer: 1, codeMakeRuleId: "瓶身追溯码", num: 2000000 },
    ],
  },
  {
    genNo: "SC202503020001", name: "珍藏盖内码", codeMakeRuleId: "盖内防伪营销码", codeNum: 36000, digitSourceId: "SELF", fileFormat: 1, fileContent: 2, productId: "P0002",
    specId: "SP0002", createTime: "2025-03-02 14:20:00",
    below: [
      { detailNo: "SC202503020001-1", layer: 1, codeMakeRuleId: "盖内防伪营销码", num: 36000 },
    ],
  },
  ...lately.map(([days, codes]) => {
    const genNo = `SC${numberedDaysAgo(days)}0002`;
    return {
      genNo, name: "迎宾酒瓶身追溯码", codeMakeRuleId: "瓶身追溯码", codeNum: codes, digitSourceId: "SELF", fileFormat: 1, fileContent: 2, productId: "P0001", specId: "SP0001",
      createTime: daysAgo(days, "09:28:10"),
      below: [
        { detailNo: `${genNo}-1`, layer: 1, codeMakeRuleId: "瓶身追溯码", num: codes },
      ],
    };
  }),
], { today: demonstrationDay });
