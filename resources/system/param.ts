import { code, createdAt, defineResource, text, textarea } from "#schema";

/** Settings of the platform, by key; only its administrator sees them. */
export default defineResource({
  name: "param",
  label: ["系统参数", "System parameter"],
  path: "/blade-system/param",
  title: "paramName",
  scope: "platform",
  writeAccess: "administrator",
  maskClosable: false,
  fields: {
    paramName: text("参数名称", "Name", { required: ["请输入参数名称", "Please enter the parameter name"], search: "like" }),
    paramKey: code("参数键名", "Key", { required: ["请输入参数键名", "Please enter the parameter key"], max: 255, search: "like", unique: "global" }),
    paramValue: textarea("参数键值", "Value", { required: ["请输入参数键值", "Please enter the parameter value"], list: true }),
    remark: text("备注", "Remark"),
    createTime: createdAt(),
  },
});
