import { choice, code, codeDetailPage, datetime, defineResource, integer, ref, region, text } from "#schema";

/** Consumers' scans of goods that never went to a channel: stolen, missed at the gate, or samples. */
export default defineResource({
  name: "scan-non-channel",
  label: ["非渠道扫码报表", "Non-channel report"],
  plural: "Non-channel report",
  path: "/digit-apply/consumer-scan-record/non-channel",
  title: "code",
  permission: "consumerscannonchannel",
  derived: true,
  calls: [],
  listRead: "page",
  screen: "readonly-table",
  charts: {
    byProvince: { label: ["按省份", "By province"], by: "scanRegionCode", as: "map", count: ["扫码次数", "Scans"] },
    byDay: { label: ["按日", "By day"], by: "scanTime", as: "bars", count: ["扫码次数", "Scans"] },
  },
  fields: {
    code: code("码", "Code", { leadsTo: codeDetailPage, search: "equal" }),
    productId: ref("attr-owner", "产品", "Product", { search: "equal", filter: { ownerType: 1 } }),
    specId: ref("spec", "规格", "Spec", { within: "productId" }),
    batchCode: text("批次号", "Batch code", { max: 64, search: "like" }),
    lifeStatus: choice("码当前状态", "Code status at scan", {
      options: [[1, "已激活", "Activated", "cyan"], [2, "在库", "In stock", "blue"], [3, "已出库（无渠道）", "Shipped without channel", "orange"]],
      search: "equal",
    }),
    warehouseId: ref("warehouse", "仓库", "Warehouse", { search: "equal", help: ["账面所在仓库", "Where the books say it is"] }),
    scanTime: datetime("扫码时间", "Scanned at", { search: "range" }),
    scanRegionCode: region("扫码地区", "Scan region", { search: "equal" }),
    address: text("扫码地址", "Scan address"),
    wxUserId: ref("wxuser", "微信用户", "WeChat user"),
    scanCount: integer("累计扫码", "Scans so far"),
  },
  reads: {
    page: {
      path: "/digit-apply/consumer-scan-record/non-channel", shape: "page",
      params: ["code", "productId", "batchCode", "lifeStatus", "warehouseId", "scanTime", "scanRegionCode"],
    },
  },
});
