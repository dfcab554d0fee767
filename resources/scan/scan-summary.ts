import { date, defineResource, integer, lines, text } from "#schema";

/** How many scans there were, day by day, by province and by product. */
export default defineResource({
  name: "scan-summary",
  label: ["扫码汇总", "Scan summary"],
  path: "/digit-apply/consumer-scan-record/summary",
  title: "day",
  permission: "consumerscansummary",
  derived: true,
  key: "day",
  calls: [],
  screen: "dashboard",
  fields: {
    day: date("日期", "Day", { search: "range", list: false }),
    scanNum: integer("扫码次数", "Scans", { list: false }),
    codeNum: integer("扫码数", "Codes", { list: false }),
    userNum: integer("扫码人数", "Users", { list: false }),
    firstNum: integer("首次查询", "First scans", { list: false }),
    repeatNum: integer("重复查询", "Repeated scans", { list: false }),
    unknownNum: integer("不存在", "Unknown codes", { list: false }),
    blockedNum: integer("封存/作废", "Sealed or disabled", { list: false }),
    nonChannelNum: integer("非渠道", "Non-channel", { list: false }),
    crossRegionNum: integer("疑似窜货", "Cross-region", { list: false }),
    byDay: lines("按日", "By day", { fields: { day: date("日期", "Day"), scanNum: integer("扫码次数", "Scans"), firstNum: integer("首次查询", "First scans") } }),
    byProvince: lines("按省份", "By province", { fields: { name: text("省份", "Province"), scanNum: integer("扫码次数", "Scans") } }),
    byProduct: lines("产品前十", "Top products", { fields: { name: text("产品", "Product"), scanNum: integer("扫码次数", "Scans") } }),
  },
  reads: {
    summary: { path: "/digit-apply/consumer-scan-record/summary", params: { startDate: "any", endDate: "any", productId: "any" } },
  },
});
