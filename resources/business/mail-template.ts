import { choice, createdAt, defineResource, enabled, integer, ref, remark, richtext, text } from "#schema";
import { mailSubjects } from "./mail-subjects.options.ts";

/** A mail with places for the values of a row: {{orderNo}} becomes the number of the order that the mail is about. */
export default defineResource({
  name: "mail-template",
  label: ["邮件模板", "Mail template"],
  path: "/business-manage/mail-template",
  title: "name",
  fields: {
    name: text("模板名称", "Name", { required: true, max: 64, search: "like", unique: "tenant" }),
    about: choice("适用数据", "About", { options: mailSubjects, required: true, default: "business-order", search: "equal" }),
    subject: text("主题", "Subject", { required: true, max: 200, search: "like", help: ["可使用 {{字段名}}，例如 {{orderNo}}", "May contain {{field}}, such as {{orderNo}}"] }),
    content: richtext("正文", "Body", { required: true, help: ["可使用 {{字段名}}，例如 {{orderNo}}", "May contain {{field}}, such as {{orderNo}}"] }),
    usedCount: integer("使用次数", "Used", { default: 0, readonly: true }),
    status: enabled(),
    remark: remark(),
    createTime: createdAt(),
  },
  reads: {
    select: { params: ["about"], fields: ["name", "about"], where: { status: 1 }, open: "signed-in" },
    preview: { shape: "custom", params: { id: ["模板主键", "Id of the template"], recordId: ["用于填写变量的数据，缺省为示例", "A row that fills the variables; samples without one"] }, needs: ["id"] },
  },
  actions: {
    preview: {
      label: ["预览", "Preview"], dialog: "mail-preview", permission: "mailtemplate_view", with: { id: { field: "id" }, about: { field: "about" } },
      params: {
        partnerId: ref("partner", "合作伙伴", "Partner"),
        orderId: ref("business-order", "业务订单", "Business order"),
        orderNodeId: ref("business-order-node", "订单节点", "Order node"),
      },
    },
  },
  effects: {
    placeholders: { effect: ["保存时检查占位字段是否存在", "Placeholders are checked when it is saved"] },
  },
});
