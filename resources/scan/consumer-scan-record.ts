import { bool, choice, code, codeDetailPage, codeFunctions, datetime, decimal, defineResource, integer, phone, ref, refs, region, text } from "#schema";

/** One lookup by a consumer, unknown codes included. All that reports need is frozen in it, so that later changes do not rewrite it. */
export default defineResource({
  name: "consumer-scan-record",
  label: ["消费者扫码记录", "Consumer scan record"],
  path: "/digit-apply/consumer-scan-record",
  title: "code",
  unbounded: true,
  eventsOf: { at: "scanTime", of: { channelId: ["channel"], productId: ["attr-owner"], wxUserId: ["wxuser"] } },
  indexes: [["scanTime"], ["code", "scanTime"], ["channelId", "scanTime"], ["productId", "scanTime"], ["nonChannel", "scanTime"], ["crossRegion", "channelId", "scanTime"], ["wxUserId", "scanTime"], ["ip", "scanTime"], ["createDept"], ["createUser"]],
  containsIndexes: ["batchCode"],
  calls: ["list", "detail"],
  screen: "readonly-table",
  mainColumns: ["scanTime", "result", "productId", "scanRegionCode", "channelId", "crossRegion"],
  sections: {
    code: ["扫码", "Scan"],
    productId: ["产品", "Product"],
    wxUserId: ["扫码人与地点", "Who and where"],
    channelId: ["渠道与异常", "Channel and findings"],
  },
  fields: {
    code: code("码", "Code", { leadsTo: codeDetailPage, max: 128, search: "equal", width: 200 }),
    codeFuncType: choice("码功能", "Code function", { options: codeFunctions, search: "equal" }),
    scanTime: datetime("扫码时间", "Scanned at", { search: "range", sortable: true }),
    result: choice("查询结果", "Result", {
      options: [
        [1, "首次查询", "First scan", "green"], [2, "重复查询", "Repeated scan", "gold"], [3, "码不存在", "Unknown code", "red"], [4, "已封存", "Sealed", "orange"],
        [5, "已作废", "Disabled", "volcano"], [6, "验证码错误", "Verification failed", "magenta"],
      ],
      search: "equal",
    }),
    scanNum: integer("第几次", "Scan no."),
    productId: ref("attr-owner", "产品", "Product", { search: "equal", filter: { ownerType: 1 } }),
    specId: ref("spec", "规格", "Spec", { within: "productId" }),
    batchCode: text("批次号", "Batch code", { max: 64, search: "like" }),
    wxUserId: ref("wxuser", "微信用户", "WeChat user", { search: "equal" }),
    phone: phone("手机号", "Phone", { sensitive: true }),
    scanRegionCode: region("扫码地区", "Scan region", { search: "equal" }),
    address: text("扫码地址", "Scan address", { max: 200 }),
    longitude: decimal("经度", "Longitude", { scale: 6, list: false }),
    latitude: decimal("纬度", "Latitude", { scale: 6, list: false }),
    locateMode: choice("定位方式", "Located by", {
      options: [[1, "GPS", "GPS", "green"], [3, "地址", "Address", "cyan"], [2, "IP", "IP"], [0, "无", "None"]], list: false,
      help: [
        "没有坐标也没有地址的扫码，地区为未知：不按 IP 推测，没有可随产品分发的离线 IP 库",
        "Without coordinates and address the region is unknown: it is never guessed from the IP, as no offline list of addresses may be redistributed",
      ],
    }),
    regionAccuracy: choice("地区精度", "Accuracy of the region", {
      options: [
        [3, "到区县", "District", "green"], [2, "到市", "City", "green"], [1, "到省", "Province"], [4, "临近市界，只到省", "Near the border of cities: province only", "gold"],
        [5, "临近省界或国界，未知", "Near the border of provinces or of the country: unknown", "orange"], [6, "境外或远离城镇，未知", "Abroad, or far from any town: unknown"],
        [0, "未定位", "Not located"],
      ],
      search: "equal", list: false,
      help: ["由坐标只能得出市，区县由地址得出", "Coordinates determine the city at most; only an address determines the district"],
    }),
    regionKm: decimal("定位参照距离（公里）", "Distance of the nearest town (km)", {
      scale: 1, list: false,
      help: ["扫码地区由坐标附近的城镇得出，此为最近城镇的距离；临近市界时只到省", "The region is that of the towns around the coordinates; this is the distance of the nearest one. Near the border of a city only the province is determined"],
    }),
    ip: text("IP", "IP", { max: 45, list: false, sensitive: true }),
    channelId: ref("channel", "渠道", "Channel", { search: "equal", help: ["扫码时该码所属渠道", "Channel of the code at the time of the scan"] }),
    stockOutDocId: ref("stock-out-doc", "出库单", "Stock-out document", { list: false }),
    saleRegionCodes: refs("region", "授权区域", "Authorised regions", { valueField: "code", list: false }),
    nonChannel: bool("非渠道", "Non-channel", { default: 0, search: "equal" }),
    crossRegion: choice("跨区状态", "Cross-region", {
      options: [[0, "正常", "Inside", "green"], [1, "疑似窜货", "Cross-region", "red"], [2, "无法判断", "Unknown"]],
      default: 2, search: "equal",
    }),
    suspicious: bool("重复异常", "Repeat rule broken", { default: 0, search: "equal" }),
  },
  actions: {
    package: { label: ["包装关系", "Package"], method: "none", path: "/codes/code-relation?f.code={code}" },
  },
  effects: {
    region: { effect: ["由坐标得出扫码地区，识别窜货", "Finds the region of a scan from its coordinates, so that cross-region sales are noticed"] },
  },
});
