import { bool, choice, defineResource, enabled, integer, json, remark, sort, text, textarea } from "#schema";

/** A setting of the code side with its default for the whole platform. Disabled, the built-in default applies. */
export default defineResource({
  name: "config",
  label: ["绑定配置", "Binding setting"],
  path: "/digit-bind/config",
  title: "configName",
  scope: "platform",
  writeAccess: "administrator",
  dialogWidth: 720,
  fields: {
    configGroup: choice("配置分组", "Group", {
      options: [
        ["code", "码管理", "Codes", "blue"], ["warehouse", "仓储", "Warehousing", "cyan"], ["scan", "消费者扫码", "Consumer scan", "orange"],
        ["antiFake", "防伪查询", "Verification page", "green"], ["production", "生产", "Production", "purple"], ["loyalty", "会员与终端", "Loyalty", "gold"],
      ],
      required: true, search: "equal",
    }),
    configKey: text("配置键", "Key", { required: true, max: 64, pattern: "^[a-z][A-Za-z0-9.]*$", search: "like", unique: "global", createOnly: true }),
    configName: text("配置名称", "Name", { required: true, max: 64, search: "like" }),
    valueType: choice("值类型", "Value type", {
      options: [[1, "文本", "Text"], [2, "整数", "Integer", "blue"], [3, "开关", "Switch", "green"], [4, "单选", "Choice", "purple"], [5, "JSON", "JSON", "gold"]],
      default: 1,
    }),
    configValue: textarea("默认值", "Default value", { required: true, max: 4000, list: true }),
    options: json("可选项", "Choices", { showWhen: { valueType: 4 }, help: ["[{value, zh, en}]", "[{value, zh, en}]"] }),
    minValue: integer("最小值", "Minimum", { showWhen: { valueType: 2 }, list: false }),
    maxValue: integer("最大值", "Maximum", { showWhen: { valueType: 2 }, list: false }),
    tenantEditable: bool("租户可改", "Tenant may override", { default: 1, search: "equal" }),
    sort: sort(),
    status: enabled(),
    remark: remark(),
  },
  rules: { limits: { check: { maxValue: { ge: { field: "minValue" } } } } },
  reads: {
    all: {
      shape: "rows", where: { status: 1 }, open: "signed-in",
      fields: ["configKey", "configName", "configGroup", "valueType", "configValue", "options", "tenantEditable"],
    },
  },
});
