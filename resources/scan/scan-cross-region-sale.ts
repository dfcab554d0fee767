import { datetime, decimal, defineResource, integer, ref, refs, region } from "#schema";

/** Where goods of a channel were scanned although it may not sell there. */
export default defineResource({
  name: "scan-cross-region-sale",
  label: ["跨区销售汇总", "Cross-region-sale summary"],
  plural: "Cross-region sales",
  path: "/digit-apply/consumer-scan-record/cross-region-sale/summary",
  title: "channelId",
  permission: "consumerscancrossregion",
  derived: true,
  calls: [],
  listRead: "summary",
  screen: "readonly-table",
  charts: {
    byProvince: { label: ["按扫码省份", "By province of the scan"], by: "scanRegionCode", as: "map", sum: ["crossScanNum"] },
    byChannel: { label: ["渠道前十", "Top channels"], by: "channelId", as: "ranking", sum: ["crossScanNum"] },
  },
  mainColumns: ["productId", "crossCodeNum", "crossRate", "scanRegionCode"],
  fields: {
    channelId: ref("channel", "渠道", "Channel", { search: "equal" }),
    saleRegionCodes: refs("region", "授权区域", "Authorised regions", { valueField: "code" }),
    scanRegionCode: region("实际扫码地区", "Where scanned", { search: "equal" }),
    productId: ref("attr-owner", "产品", "Product", { search: "equal", filter: { ownerType: 1 } }),
    crossCodeNum: integer("窜货码数", "Codes outside", { sortable: true }),
    crossScanNum: integer("窜货扫码次数", "Scans outside", { sortable: true }),
    totalCodeNum: integer("渠道扫码总码数", "Codes of the channel scanned"),
    crossRate: decimal("窜货率", "Share outside", { scale: 4 }),
    firstTime: datetime("最早发现", "First found"),
    lastTime: datetime("最近发现", "Last found", { search: "range" }),
  },
  actions: {
    scans: {
      label: ["扫码记录", "Scans"], method: "none",
      path: "/scan/consumer-scan-record?f.channelId={channelId}&f.scanRegionCode={scanRegionCode}&f.productId={productId}&f.crossRegion=1&f.scanTime={firstTime},{lastTime}",
    },
  },
  reads: {
    summary: {
      path: "/digit-apply/consumer-scan-record/cross-region-sale/summary", shape: "rows",
      params: { channelId: "channelId", productId: "productId", startDate: { about: ["开始日期", "First day"], is: "day" }, endDate: { about: ["结束日期", "Last day"], is: "day" } },
    },
  },
});
