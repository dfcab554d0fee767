import { choice, code, codeDetailPage, datetime, decimal, defineResource, integer, ref, text } from "#schema";

/**
 * Codes that were scanned too often, by too many people, in too many cities, or far apart within a short time: most likely copies. One row per scanned code, kept up with
 * each scan.
 */
export default defineResource({
  name: "scan-repeat",
  label: ["重复扫码报表", "Repeat-scan report"],
  plural: "Repeat-scan report",
  path: "/digit-apply/consumer-scan-record/repeat",
  title: "code",
  permission: "consumerscanrepeat",
  unbounded: true,
  indexes: [["brokenRule", "lastScanTime"], ["productId", "lastScanTime"], ["scanCount"], ["farKm"]],
  containsIndexes: ["batchCode"],
  calls: [],
  rejectedCalls: ["submit", "remove"],
  listRead: "page",
  screen: "readonly-table",
  charts: {
    byDay: { label: ["按最近扫码日", "By day of the last scan"], by: "lastScanTime", as: "bars", count: ["码数", "Codes"] },
    byRule: { label: ["按触发规则", "By rule"], by: "brokenRule", as: "ranking", count: ["码数", "Codes"] },
    byProduct: { label: ["产品前十", "Top products"], by: "productId", as: "ranking", count: ["码数", "Codes"] },
  },
  fields: {
    code: code("码", "Code", { leadsTo: codeDetailPage, max: 128, search: "equal", unique: "tenant" }),
    productId: ref("attr-owner", "产品", "Product", { search: "equal", filter: { ownerType: 1 } }),
    batchCode: text("批次号", "Batch code", { max: 64, search: "like" }),
    channelId: ref("channel", "渠道", "Channel", { search: "equal" }),
    scanCount: integer("扫码次数", "Scans", { sortable: true }),
    userNum: integer("扫码人数", "Users"),
    cityNum: integer("城市数", "Cities"),
    firstScanTime: datetime("首次扫码", "First scan"),
    lastScanTime: datetime("最近扫码", "Last scan", { search: "range" }),
    brokenRule: choice("触发规则", "Rule", {
      options: [[1, "次数超限", "Too many scans", "orange"], [2, "人数超限", "Too many users", "red"], [3, "城市超限", "Too many cities", "volcano"], [4, "异地同现", "Too far apart", "magenta"]],
      search: "equal",
      help: [
        "次数、人数、城市数，或短时间内相距过远的两地，超过码配置中“重复扫码”的各项；按最严重的一项",
        "More scans, people or cities, or two places further apart within a short time, than the settings of repeat scans allow; the gravest one",
      ],
    }),
    farKm: decimal("短时间最远相距（公里）", "Furthest apart in a short time (km)", { scale: 1, sortable: true }),
    regions: text("扫码地区", "Regions"),
  },
  reads: {
    page: {
      path: "/digit-apply/consumer-scan-record/repeat", shape: "page", where: { brokenRule: [1, 2, 3, 4] },
      params: ["code", "productId", "batchCode", "channelId", "lastScanTime", "brokenRule"],
      fields: ["code", "productId", "batchCode", "channelId", "scanCount", "userNum", "cityNum", "firstScanTime", "lastScanTime", "brokenRule", "farKm", "regions"],
    },
  },
});
