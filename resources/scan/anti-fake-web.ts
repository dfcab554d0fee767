import { bool, choice, code, datetime, defineResource, integer, json, text } from "#schema";

/** What the public learns of a code. No sign-in, nothing of channels, documents or other codes. */
export default defineResource({
  name: "anti-fake-web",
  label: ["防伪查询", "Public product verification"],
  plural: "Public product verification",
  path: "/anti-fake-web/product-info",
  title: "code",
  derived: true,
  calls: [],
  screen: "none",
  fields: {
    code: code("码", "Code", { required: ["请输入防伪码", "Please enter the code"], max: 128 }),
    tenantId: text("租户编号", "Tenant id", { required: ["缺少租户编号", "The tenant id is missing"], max: 12 }),
    verifyCode: text("验证码", "Verification part", { max: 8, pattern: "^[0-9]{4,8}$", help: ["刮开涂层后的数字", "Digits under the scratch layer"] }),
    result: choice("查询结果", "Result", {
      options: [
        [1, "首次查询，正品", "Genuine - first scan", "green"], [2, "重复查询", "Genuine code - scanned before", "gold"], [3, "码不存在", "Unknown code", "red"],
        [4, "已封存", "Sealed", "orange"], [5, "已作废", "Disabled", "volcano"], [6, "验证码错误", "Verification failed", "magenta"],
      ],
      readonly: true,
    }),
    resultText: text("提示语", "Message", { readonly: true }),
    suspicious: bool("重复异常", "Too many scans", { readonly: true }),
    expired: bool("已过保质期", "Past its best-before date", { readonly: true, help: ["仅在查询结果为正品时给出", "Told of genuine codes only"] }),
    scanCount: integer("查询次数", "Scan no.", { readonly: true }),
    firstScanTime: datetime("首次查询时间", "First scan time", { readonly: true }),
    firstScanRegion: text("首次查询地区", "First scan region", { readonly: true }),
    product: json("产品", "Product", { readonly: true }),
    trace: json("追溯信息", "Trace", { readonly: true }),
  },
  reads: {
    "product-info": {
      path: "/anti-fake-web/product-info", open: "anonymous",
      params: { code: ["码或其网址", "The code, or the address that contains it"], tenantId: ["租户编号", "Number of the tenant"], verifyCode: ["验证码", "Verification code"], gtin: ["商品条码，无码时按批次查询", "GTIN, if there is no code"], longitude: ["经度", "Longitude"], latitude: ["纬度", "Latitude"], address: ["地址", "Address"] },
    },
  },
  effects: {
    verification: { effect: ["校验验证码（verifyCode），多次错误后限制查询", "Checks the verification part of a code, and limits lookups after failures"] },
  },
});
