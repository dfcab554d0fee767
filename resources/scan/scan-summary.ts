import { date, defineResource, integer, lines, ref, text } from "#schema";

/** How many scans there were: by day, province, channel and product, each of which leads to its scans. */
export default defineResource({
  name: "scan-summary",
  label: ["扫码汇总", "Scan summary"],
  plural: "Scan summary",
  path: "/digit-apply/consumer-scan-record/summary",
  title: "day",
  permission: "consumerscansummary",
  derived: true,
  key: "day",
  calls: [],
  screen: "dashboard",
  fields: {
    day: date("日期", "Day", { search: "range", list: false }),
    productId: ref("attr-owner", "产品", "Product", { search: "equal", filter: { ownerType: 1 }, list: false }),
    scanNum: integer("扫码次数", "Scans", { list: false }),
    codeNum: integer("扫码数", "Codes", { list: false }),
    userNum: integer("扫码人数", "Users", { list: false }),
    firstNum: integer("首次查询", "First scans", { list: false }),
    repeatNum: integer("重复查询", "Repeated scans", { list: false }),
    unknownNum: integer("不存在", "Unknown codes", { list: false }),
    blockedNum: integer("封存/作废", "Sealed or disabled", { list: false }),
    nonChannelNum: integer("非渠道", "Non-channel", { list: false }),
    crossRegionNum: integer("疑似窜货", "Cross-region", { list: false }),
    byDay: lines("按日", "By day", {
      chart: "lines",
      rowLink: { screen: "consumer-scan-record", by: { scanTime: "day" }, keeps: { productId: "productId" } },
      fields: {
        day: date("日期", "Day"), scanNum: integer("扫码次数", "Scans"), firstNum: integer("首次查询", "First scans"),
        crossRegionNum: integer("疑似窜货", "Cross-region"),
      },
    }),
    byProvince: lines("按省份", "By province", {
      chart: { map: "code" },
      rowLink: { screen: "consumer-scan-record", by: { scanRegionCode: "code" }, keeps: { scanTime: "day", productId: "productId" } },
      fields: { name: text("省份", "Province"), scanNum: integer("扫码次数", "Scans") },
    }),
    byChannel: lines("渠道前十", "Top channels", {
      rowLink: { screen: "consumer-scan-record", by: { channelId: "channelId" }, keeps: { scanTime: "day", productId: "productId" } },
      fields: { name: text("渠道", "Channel"), scanNum: integer("扫码次数", "Scans") },
    }),
    byProduct: lines("产品前十", "Top products", {
      rowLink: { screen: "scan-summary", by: { productId: "productId" }, keeps: { day: "day" } },
      fields: { name: text("产品", "Product"), scanNum: integer("扫码次数", "Scans") },
    }),
  },
  reads: {
    summary: { path: "/digit-apply/consumer-scan-record/summary", params: { startDate: { about: ["开始日期", "First day"], is: "day" }, endDate: { about: ["结束日期", "Last day"], is: "day" }, productId: ["产品主键", "Id of the product"] } },
  },
});
