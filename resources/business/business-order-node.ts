import { bool, choice, date, datetime, defineResource, file, integer, ref, remark, state, text } from "#schema";

/** A step of a business order. One is in progress at a time; the next begins when it ends. */
export default defineResource({
  name: "business-order-node",
  label: ["订单节点", "Order node"],
  path: "/business-manage/order-node",
  title: "name",
  highVolume: true,
  permission: "ordernode",
  unique: [["orderId", "sort"]],
  mainColumns: ["principalId", "planTime", "isOverdue"],
  sections: {
    orderId: ["基本信息", "Basics"],
    planTime: ["时间", "Times"],
    notifyPartner: ["通知与附件", "Notice and attachments"],
    status: ["状态与备注", "Status and notes"],
  },
  fields: {
    orderId: ref("business-order", "业务订单", "Business order", { required: true, search: "equal", createOnly: true }),
    name: text("节点名称", "Node name", { required: true, max: 64, search: "like" }),
    nodeType: choice("节点类型", "Kind", {
      options: [
        [1, "合同签订", "Contract", "blue"], [2, "设计打样", "Design and proof", "purple"], [3, "样品确认", "Proof approval", "cyan"],
        [4, "码包生成", "Code package", "geekblue"], [5, "印刷生产", "Printing", "gold"], [6, "质检", "Quality check", "orange"], [7, "发货", "Shipping", "lime"],
        [8, "验收", "Acceptance", "green"], [9, "收款", "Payment", "magenta"],
      ],
      required: true, default: 1, search: "equal",
    }),
    sort: integer("节点顺序", "Position", { required: true, min: 1, default: 1, sortable: true }),
    principalId: ref("user", "负责人", "Person in charge", { search: "equal" }),
    planTime: date("计划完成", "Planned for", { required: true, search: "range" }),
    startTime: datetime("开始时间", "Started at", { readonly: true }),
    finishTime: datetime("完成时间", "Finished at", { search: "range", readonly: true }),
    isOverdue: bool("是否超期", "Overdue", { readonly: true, computed: true }),
    notifyPartner: bool("通知伙伴", "Notify the partner", { default: 0, help: ["节点完成时生成一封待发送邮件", "Finishing the node drafts an e-mail record"] }),
    attachments: file("附件", "Attachments", { multiple: true }),
    status: state("节点状态", "Status", {
      notStarted: [0, "未开始", "Not started"],
      inProgress: [1, "进行中", "In progress", "blue"],
      done: [2, "已完成", "Done", "green"],
      skipped: [3, "已跳过", "Skipped", "gold"],
    }, { final: ["skipped"], search: "equal" }),
    remark: remark(),
  },
  timeline: { at: "finishTime", began: "startTime", planned: "planTime", overdue: "isOverdue", by: "principalId", note: "remark" },
  editableWhen: { status: 0 },
  events: { begin: { from: "notStarted", to: "inProgress" } },
  actions: {
    writeMail: {
      label: ["写邮件", "Write mail"], handler: true, effect: ["按模板生成一封待发送邮件", "Drafts a mail from a template"],
      params: { templateId: ref("mail-template", "邮件模板", "Template", { required: true, filter: { about: "business-order-node" } }) },
    },
    finish: {
      label: ["完成节点", "Finish"], from: "inProgress", to: "done", set: { finishTime: "@now" }, handler: true,
      confirm: ["确定完成该节点?", "Finish this node?"], effect: "The next node begins; the partner's mail is drafted",
    },
    skip: {
      label: ["跳过", "Skip"], from: ["notStarted", "inProgress"], to: "skipped", ask: ["remark"], askRequired: true, handler: true,
      confirm: ["确定跳过该节点?", "Skip this node?"],
    },
  },
});
