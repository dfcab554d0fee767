import { defineResource, integer } from "#schema";
import scanCell from "./scan-cell.fields.ts";
import scanCut from "./scan-cut.fields.ts";

/**
 * How many scans a day had: as a whole, and by each of some columns. Added to in the transaction of each scan; `npm run reconcile` proves it
 * equal to the scans and makes it anew.
 */
export default defineResource({
  name: "consumer-scan-day",
  label: ["扫码日汇总", "Scans of a day"],
  plural: "Scans by day",
  path: "/digit-apply/consumer-scan-day",
  title: "cell",
  unbounded: true,
  calculatedFrom: "consumer-scan-record",
  indexes: [["cut", "day"], ["cut", "productId", "day"]],
  calls: [],
  screen: "none",
  fields: {
    ...scanCell,
    ...scanCut,
    scanNum: integer("扫码次数", "Scans"),
    firstNum: integer("首次查询", "First scans"),
    repeatNum: integer("重复查询", "Repeated scans"),
    unknownNum: integer("不存在", "Unknown codes"),
    blockedNum: integer("封存/作废", "Sealed or disabled"),
    nonChannelNum: integer("非渠道", "Non-channel"),
    crossRegionNum: integer("疑似窜货", "Cross-region"),
  },
});
