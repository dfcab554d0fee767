import { seedRows } from "#schema";

export default seedRows("code-relation", [
  {
    codeId: "MXC00000000018", rootId: "MXC00000000018", layer: 3, relationType: 1, codeFuncType: 1, childNum: 6, digitSourceMark: "SELF", origin: 1,
    codeSetId: "MX20250301 三层套标", bindTime: "2025-03-01 09:30:00",
  },
  {
    codeId: "MXH4T8W2N6KQ3D", parentId: "MXC00000000018", rootId: "MXC00000000018", layer: 2, relationType: 1, codeFuncType: 1, childNum: 6, position: 1,
    digitSourceMark: "SELF", origin: 1, codeSetId: "MX20250301 三层套标", bindTime: "2025-03-01 09:30:00",
  },
  {
    codeId: "MXH7C3P9V5TR8K", parentId: "MXC00000000018", rootId: "MXC00000000018", layer: 2, relationType: 1, codeFuncType: 1, childNum: 6, position: 2,
    digitSourceMark: "SELF", origin: 1, codeSetId: "MX20250301 三层套标", bindTime: "2025-03-01 09:30:00",
  },
  {
    codeId: "MXB7K2Q9D4HT5H", parentId: "MXH4T8W2N6KQ3D", rootId: "MXC00000000018", layer: 1, relationType: 1, codeFuncType: 4, childNum: 0, position: 1,
    digitSourceMark: "SELF", origin: 1, codeSetId: "MX20250301 三层套标", bindTime: "2025-03-01 09:30:00",
  },
  {
    codeId: "MXB9M4T6X2CR8P", parentId: "MXH4T8W2N6KQ3D", rootId: "MXC00000000018", layer: 1, relationType: 1, codeFuncType: 4, childNum: 0, position: 2,
    digitSourceMark: "SELF", origin: 1, codeSetId: "MX20250301 三层套标", bindTime: "2025-03-01 09:30:00",
  },
  {
    codeId: "MXBX4M8R2W6K98", parentId: "MXH4T8W2N6KQ3D", rootId: "MXC00000000018", layer: 1, relationType: 1, codeFuncType: 4, childNum: 0, position: 3,
    digitSourceMark: "SELF", origin: 3, bindTime: "2025-03-08 15:20:00",
  },
  {
    codeId: "MXC00000008011", rootId: "MXC00000008011", layer: 3, relationType: 1, codeFuncType: 1, childNum: 6, digitSourceMark: "SELF", origin: 1,
    codeSetId: "MX20250301 三层套标", bindTime: "2025-03-01 09:30:00",
  },
]);
