import { demonstrationDay, seedRows } from "#schema";
import { scannedBottles } from "./code-item.options.ts";

const bottles = { codeGenRecordDetailId: "SC202502250001-1" } as const;
const boxes = { codeGenRecordDetailId: "SC202502250001-2" } as const;

/**
 * Codes that others name: what chance has made of these serials. The codes themselves are made with all others of their records when the
 * demonstration goes through what has happened to it.
 */
export default seedRows("code-item", [
  { code: "MXB7K2Q9D4HT5H", serialNo: 78001, ...bottles },
  { code: "MXB9M4T6X2CR8P", serialNo: 78002, ...bottles },
  { code: "MXB2W7H5K9NQ3D", serialNo: 78003, ...bottles },
  // The second and the third case: sold, opened and looked up.
  { code: "MXBP3T6V9N2A5X", serialNo: 78037, ...bottles },
  ...scannedBottles.map(({ code }, index) => ({ code, serialNo: 78038 + index, ...bottles })),
  // In the sixth case, which is in stock.
  { code: "MXB8W5E2R7Y4UY", serialNo: 78181, ...bottles },
  { code: "MXBX4M8R2W6K98", serialNo: 78253, ...bottles },
  { code: "MXH4T8W2N6KQ3D", serialNo: 1, ...boxes },
  { code: "MXH7C3P9V5TR8K", serialNo: 2, ...boxes },
  { code: "MXH6D2F8Q4JX7M", serialNo: 19, ...boxes },
  { code: "MXBQ6R3T8N4W2K", serialNo: 78254, codeGenRecordDetailId: "SC202502270001-1" },
], { today: demonstrationDay });
