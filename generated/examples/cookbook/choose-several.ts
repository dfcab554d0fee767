import { choice, defineResource, refs, text } from "#schema";

/** Who is notified of what. */
export default defineResource({
  name: "alert-group",
  label: ["预警组", "Alert group"],
  path: "/digit-bind/alert-group",
  title: "name",
  fields: {
    name: text("名称", "Name", { required: true, max: 64, search: "like" }),
    channels: choice("通知方式", "Notify by", {
      options: [["inbox", "站内信", "Inbox"], ["mail", "邮件", "E-mail", "blue"], ["sms", "短信", "Text message", "green"]],
      multiple: true, required: true, search: "in",
    }),
    roleIds: refs("role", "通知角色", "Roles", { required: true, search: "equal" }),
    regionCodes: refs("region", "适用地区", "Regions", { valueField: "code", list: false }),
  },
});
