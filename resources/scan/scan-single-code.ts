import { choice, code, datetime, decimal, defineResource, integer, ref, region, text } from "#schema";

/** Every consumer's scan of one code, newest first. */
export default defineResource({
  name: "scan-single-code",
  label: ["单码扫码查询", "Single-code scans"],
  plural: "Single-code scans",
  path: "/digit-apply/consumer-scan-record/single-code",
  title: "code",
  permission: "consumerscanrecord",
  derived: true,
  calls: [],
  listRead: "single-code",
  screen: { page: "single-code" },
  fields: {
    code: code("码", "Code", { required: true, max: 128, search: "equal" }),
    scanNum: integer("第几次", "Scan no."),
    scanTime: datetime("扫码时间", "Scanned at"),
    result: choice("查询结果", "Result", {
      options: [
        [1, "首次查询", "First scan", "green"], [2, "重复查询", "Repeated scan", "gold"], [3, "码不存在", "Unknown code", "red"],
        [4, "已封存", "Sealed", "orange"], [5, "已作废", "Disabled", "volcano"], [6, "验证码错误", "Verification failed", "magenta"],
      ],
    }),
    wxUserId: ref("wxuser", "微信用户", "WeChat user"),
    scanRegionCode: region("扫码地区", "Scan region"),
    address: text("扫码地址", "Scan address"),
    distanceKm: decimal("距上次(km)", "Distance from previous (km)", { scale: 1 }),
    crossRegion: choice("跨区状态", "Cross-region", { options: [[0, "正常", "Inside", "green"], [1, "疑似窜货", "Cross-region", "red"], [2, "无法判断", "Unknown"]] }),
  },
  reads: {
    "single-code": { path: "/digit-apply/consumer-scan-record/single-code", params: { code: ["码或其网址", "The code, or the address that contains it"] } },
  },
});
