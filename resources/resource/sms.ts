import { code, defineResource, dict, json, password, state, text } from "#schema";

/** How text messages are sent. At most one configuration of a tenant is enabled. */
export default defineResource({
  name: "sms",
  label: ["短信配置", "SMS configuration"],
  path: "/blade-resource/sms",
  title: "smsCode",
  fields: {
    category: dict("sms", "分类", "Provider", { integer: true, required: true, default: "1", search: "equal" }),
    smsCode: code("资源编号", "Code", { required: true, max: 12, search: "like", unique: "tenant" }),
    templateId: text("模板ID", "Template id", { required: true, max: 64 }),
    accessKey: text("accessKey", "accessKey", { required: ["请输入accessKey", "Please enter the access key"], sensitive: true }),
    secretKey: password("secretKey", "secretKey", { max: 255, showWhen: { category: { not: "1" } } }),
    regionId: text("regionId", "regionId", { max: 64, showWhen: { category: ["3", "4"] }, list: false }),
    signName: text("短信签名", "Signature", { required: true, max: 64 }),
    status: state("是否启用", "Active", { disabled: [1, "停用", "Disabled"], enabled: [2, "启用", "Enabled", "green"] }),
    remark: text("备注", "Remark"),
  },
  actions: {
    enable: {
      label: ["启用", "Enable"], from: "disabled", to: "enabled", exclusive: "disabled", path: "/enable", confirm: ["是否确定启用这条配置?", "Enable this configuration?"],
      effect: ["短信由该服务商发送", "Text messages are sent by this provider"],
    },
    sendMessage: {
      label: ["调试", "Test send"], path: "/endpoint/send-message", idParam: "code", idField: "smsCode", permission: "sms_debug", handler: true,
      params: {
        phones: text("手机号码", "Phones", { required: true, max: 1000, help: ["多个用英文逗号分隔", "Several separated by commas"] }),
        params: json("模板参数", "Template variables", { help: ["如 {\"code\": \"1234\"}", "For example {\"code\": \"1234\"}"] }),
      },
    },
  },
});
