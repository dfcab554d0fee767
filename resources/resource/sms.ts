import { code, defineResource, dict, integer, json, password, state, text, url } from "#schema";

/** How text messages are sent. At most one configuration of a tenant is enabled. */
export default defineResource({
  name: "sms",
  label: ["短信配置", "SMS configuration"],
  path: "/blade-resource/sms",
  title: "smsCode",
  record: "dialog",
  fields: {
    category: dict("sms", "分类", "Provider", { integer: true, required: true, default: "1", search: "equal" }),
    smsCode: code("资源编号", "Code", { required: true, max: 12, search: "like", unique: "tenant" }),
    templateId: text("模板ID", "Template id", { required: true, max: 64 }),
    paramNames: text("模板变量", "Template variables", {
      pattern: "^[A-Za-z][A-Za-z0-9_]{0,31}(?:,[A-Za-z][A-Za-z0-9_]{0,31}){0,9}$", help: ["按模板中的顺序，用英文逗号分隔，如 code,minutes", "In the order of the template, separated by commas, such as code,minutes"], list: false,
    }),
    accessKey: password("accessKey", "accessKey", { required: ["请输入accessKey", "Please enter the access key"], max: 255 }),
    secretKey: password("secretKey", "secretKey", { max: 255, showWhen: { category: { not: "1" } } }),
    regionId: text("regionId", "regionId", { max: 64, showWhen: { category: ["3", "4"] }, list: false }),
    appId: text("应用ID", "Application id", { max: 32, showWhen: { category: "4" }, list: false, help: ["腾讯云短信应用的 SdkAppId", "SdkAppId of the application at Tencent Cloud"] }),
    endpoint: url("网关地址", "Gateway URL", { max: 255, showWhen: { category: "5" }, list: false }),
    signName: text("短信签名", "Signature", { required: true, max: 64 }),
    phoneLimit: integer("每号每日上限", "Texts per number and day", { min: 0, default: 10, list: false, help: ["0 表示不限", "0 = no limit"] }),
    status: state("是否启用", "Active", { disabled: [1, "停用", "Disabled"], enabled: [2, "启用", "Enabled", "green"] }),
    remark: text("备注", "Remark"),
  },
  actions: {
    enable: {
      label: ["启用", "Enable"], from: "disabled", to: "enabled", exclusive: "disabled", path: "/enable", confirm: ["是否确定启用这条配置?", "Enable this configuration?"],
      handler: true, effect: ["短信由该服务商发送", "Text messages are sent by this provider"],
    },
    sendMessage: {
      label: ["调试", "Test send"], path: "/endpoint/send-message", idParam: "code", idField: "smsCode", permission: "sms_debug", handler: true,
      effect: ["按所填变量向每个号码发送一条短信，结果见短信发送记录", "Sends a text to each number; the text records show the result"],
      params: {
        phones: text("手机号码", "Phones", { required: true, max: 1000, help: ["多个用英文逗号分隔", "Several separated by commas"] }),
        params: json("模板参数", "Template variables", { help: ["如 {\"code\": \"1234\"}", "For example {\"code\": \"1234\"}"] }),
      },
    },
  },
});
