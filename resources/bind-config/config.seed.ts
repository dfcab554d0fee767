import { seedRows } from "#schema";

export default seedRows("config", [
  {
    configGroup: "scan", configKey: "scan.repeat.maxCount", configName: "同一码允许查询次数", valueType: 2, configValue: "3", minValue: 1, maxValue: 100, tenantEditable: 1, sort: 1,
  },
  {
    configGroup: "scan", configKey: "scan.repeat.windowHours", configName: "重复判断时长（小时，0 不限）", valueType: 2, configValue: "0", minValue: 0, maxValue: 8760,
    tenantEditable: 1, sort: 2,
  },
  {
    configGroup: "scan", configKey: "scan.repeat.maxUsers", configName: "同一码允许查询人数", valueType: 2, configValue: "3", minValue: 1, maxValue: 100, tenantEditable: 1, sort: 3,
  },
  {
    configGroup: "scan", configKey: "scan.repeat.maxCities", configName: "同一码允许查询城市数", valueType: 2, configValue: "2", minValue: 1, maxValue: 50, tenantEditable: 1,
    sort: 4,
  },
  {
    configGroup: "scan", configKey: "scan.repeat.farKm", configName: "短时间内异地扫码的距离（公里，0 不判断）", valueType: 2, configValue: "0", minValue: 0, maxValue: 20000,
    tenantEditable: 1, sort: 4, remark: "同一码在下一项的时间内、相距超过此距离的两地被扫，视为复制码；默认不判断",
  },
  {
    configGroup: "scan", configKey: "scan.repeat.farMinutes", configName: "短时间内异地扫码的时长（分钟）", valueType: 2, configValue: "60", minValue: 1, maxValue: 1440,
    tenantEditable: 1, sort: 4,
  },
  { configGroup: "scan", configKey: "scan.crossRegion.enabled", configName: "启用跨区判断", valueType: 3, configValue: "1", tenantEditable: 1, sort: 5 },
  {
    configGroup: "scan", configKey: "scan.crossRegion.level", configName: "跨区判断级别", valueType: 4, configValue: "city",
    options: [{ value: "province", zh: "省", en: "Province" }, { value: "city", zh: "市", en: "City" }, { value: "district", zh: "区县", en: "District" }], tenantEditable: 1,
    sort: 6,
  },
  { configGroup: "scan", configKey: "scan.nonChannel.enabled", configName: "启用非渠道判断", valueType: 3, configValue: "1", tenantEditable: 1, sort: 7 },
  { configGroup: "warehouse", configKey: "warehouse.in.requireAttrBinding", configName: "入库须先绑定属性", valueType: 3, configValue: "0", tenantEditable: 1, sort: 8 },
  { configGroup: "warehouse", configKey: "warehouse.out.allowUnstocked", configName: "允许未入库的码出库", valueType: 3, configValue: "0", tenantEditable: 1, sort: 9 },
  { configGroup: "warehouse", configKey: "warehouse.out.allowOverScan", configName: "允许超量扫码", valueType: 3, configValue: "0", tenantEditable: 1, sort: 10 },
  {
    configGroup: "code", configKey: "code.publicUrl", configName: "扫码地址", valueType: 1, configValue: "https://t.example.cn/c/", tenantEditable: 0, sort: 11,
    remark: "制码规则未填码前网址时，二维码内容 = 扫码地址 + 码；停用或留空时用系统参数 trace.codePrefix",
  },
  {
    configGroup: "code", configKey: "code.gen.maxPerRecord", configName: "单次生成上限", valueType: 2, configValue: "50000000", minValue: 1, maxValue: 50000000,
    tenantEditable: 0, sort: 12,
  },
  { configGroup: "antiFake", configKey: "antiFake.showChannel", configName: "防伪页显示渠道", valueType: 3, configValue: "0", tenantEditable: 1, sort: 13 },
  { configGroup: "antiFake", configKey: "antiFake.showTrace", configName: "防伪页显示追溯信息", valueType: 3, configValue: "1", tenantEditable: 1, sort: 14 },
  {
    configGroup: "antiFake", configKey: "antiFake.rateLimitPerMinute", configName: "每 IP 每分钟查询上限", valueType: 2, configValue: "60", minValue: 1, maxValue: 10000,
    tenantEditable: 1, sort: 15,
  },
  {
    configGroup: "antiFake", configKey: "antiFake.codeLimitPerMinute", configName: "每码每分钟查询上限", valueType: 2, configValue: "20", minValue: 1, maxValue: 10000,
    tenantEditable: 1, sort: 15,
  },
  {
    configGroup: "antiFake", configKey: "antiFake.verifyMaxFail", configName: "验证码允许错误次数", valueType: 2, configValue: "5", minValue: 1, maxValue: 100, tenantEditable: 1,
    sort: 16,
  },
  { configGroup: "antiFake", configKey: "antiFake.maskCode", configName: "防伪页隐藏码的中段", valueType: 3, configValue: "0", tenantEditable: 1, sort: 17 },
  {
    configGroup: "production", configKey: "production.qcRequired", configName: "入库须有质检结论", valueType: 3, configValue: "0", tenantEditable: 1, sort: 18,
    remark: "生产入库的每一行须绑定属性，且填写质检结论（属性 qcResult）或上传质检报告",
  },
  {
    configGroup: "loyalty", configKey: "points.validMonths", configName: "积分有效期（月，0 长期有效）", valueType: 2, configValue: "24", minValue: 0, maxValue: 120, tenantEditable: 1,
    sort: 19, remark: "自获得之日起，至期满当日结束",
  },
  {
    configGroup: "loyalty", configKey: "share.settleDays", configName: "分润自动结算（订单完成后天数，0 仅人工结算）", valueType: 2, configValue: "7", minValue: 0, maxValue: 365,
    tenantEditable: 1, sort: 20,
  },
]);
