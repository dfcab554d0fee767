import { date, defineResource, integer, lines, ref, region, text } from "#schema";

/** Where goods were scanned outside of their regions: by day, province, channel and product, each of which leads to the next. */
export default defineResource({
  name: "scan-cross-region",
  label: ["跨区分析", "Cross-region analysis"],
  plural: "Cross-region analysis",
  path: "/digit-apply/consumer-scan-record/cross-region-sale",
  title: "day",
  permission: "consumerscancrossregion",
  derived: true,
  key: "day",
  calls: [],
  screen: "dashboard",
  fields: {
    day: date("日期", "Day", { search: "range", list: false }),
    regionCode: region("扫码省份", "Province of the scan", { search: "equal", list: false }),
    channelId: ref("channel", "渠道", "Channel", { search: "equal", list: false }),
    productId: ref("attr-owner", "产品", "Product", { search: "equal", filter: { ownerType: 1 }, list: false }),
    crossCodeNum: integer("窜货码数", "Codes outside", { list: false }),
    crossScanNum: integer("窜货扫码次数", "Scans outside", { list: false }),
    channelNum: integer("涉及渠道", "Channels concerned", { list: false }),
    regionNum: integer("涉及省份", "Provinces concerned", { list: false }),
    byDay: lines("按日", "By day", {
      chart: "lines",
      rowLink: {
        screen: "consumer-scan-record", by: { scanTime: "day" }, holds: { crossRegion: 1 },
        keeps: { scanRegionCode: "regionCode", channelId: "channelId", productId: "productId" },
      },
      fields: { day: date("日期", "Day"), crossScanNum: integer("窜货扫码次数", "Scans outside"), crossCodeNum: integer("窜货码数", "Codes outside") },
    }),
    byProvince: lines("按省份", "By province", {
      chart: { map: "code" },
      rowLink: { screen: "scan-cross-region", by: { regionCode: "code" }, keeps: { day: "day", channelId: "channelId", productId: "productId" } },
      fields: { name: text("省份", "Province"), crossCodeNum: integer("窜货码数", "Codes outside"), crossScanNum: integer("窜货扫码次数", "Scans outside") },
    }),
    byChannel: lines("按渠道", "By channel", {
      rowLink: { screen: "scan-cross-region", by: { channelId: "channelId" }, keeps: { day: "day", regionCode: "regionCode", productId: "productId" } },
      fields: { name: text("渠道", "Channel"), crossCodeNum: integer("窜货码数", "Codes outside"), crossScanNum: integer("窜货扫码次数", "Scans outside") },
    }),
    byProduct: lines("按产品", "By product", {
      rowLink: {
        screen: "consumer-scan-record", by: { productId: "productId" }, holds: { crossRegion: 1 },
        keeps: { scanTime: "day", scanRegionCode: "regionCode", channelId: "channelId" },
      },
      fields: { name: text("产品", "Product"), crossCodeNum: integer("窜货码数", "Codes outside"), crossScanNum: integer("窜货扫码次数", "Scans outside") },
    }),
  },
  reads: {
    overview: {
      path: "/digit-apply/consumer-scan-record/cross-region-sale/overview",
      params: { startDate: { about: ["开始日期", "First day"], is: "day" }, endDate: { about: ["结束日期", "Last day"], is: "day" }, regionCode: ["行政区划编号", "Code of the region"], channelId: ["渠道主键", "Id of the channel"], productId: ["产品主键", "Id of the product"] },
    },
  },
});
