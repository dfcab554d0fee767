import { choice, code, createdAt, date, datetime, decimal, defineResource, file, integer, money, ref, remark, state, text } from "#schema";

/** An order with a partner: labels, service, equipment. Not an order of the shop. */
export default defineResource({
  name: "business-order",
  label: ["业务订单", "Business order"],
  path: "/business-manage/order",
  title: "orderNo",
  highVolume: true,
  screen: "master-detail",
  date: "orderDate",
  mainColumns: ["amount", "title", "partnerId", "receivedAmount", "deliveryDate"],
  sections: {
    orderNo: ["基本信息", "Basics"],
    quantity: ["数量与金额", "Quantity and amounts"],
    orderDate: ["日期与负责人", "Dates and people"],
    attachments: ["附件与状态", "Attachments and status"],
  },
  fields: {
    orderNo: code("订单编号", "Order number", { search: "like", unique: "tenant", readonly: true }),
    title: text("订单名称", "Title", { required: true, max: 128, search: "like" }),
    partnerId: ref("partner", "合作伙伴", "Partner", { required: true, search: "equal", filter: { status: 1 } }),
    orderType: choice("订单类型", "Kind", {
      options: [[1, "赋码标签", "Coded labels", "blue"], [2, "系统服务", "System service", "purple"], [3, "设备采购", "Equipment", "cyan"], [4, "包材采购", "Packaging", "gold"]],
      required: true, default: 1, search: "equal",
    }),
    contractNo: text("合同编号", "Contract number", { max: 64, search: "like" }),
    quantity: integer("数量", "Quantity", { required: true, min: 1 }),
    unit: text("单位", "Unit", { max: 16, default: ["枚", "piece"] }),
    unitPrice: decimal("单价", "Unit price", { required: true, min: 0, scale: 4 }),
    amount: money("订单金额", "Amount", { readonly: true, sortable: true }),
    receivedAmount: money("已收款", "Received", { min: 0, default: 0 }),
    orderDate: date("下单日期", "Ordered on", { required: true, default: "today", search: "range" }),
    deliveryDate: date("交付日期", "Deliver by", { required: true, search: "range" }),
    principalId: ref("user", "负责人", "Person in charge", { required: true, search: "equal" }),
    currentNodeId: ref("business-order-node", "当前节点", "Current node", { readonly: true }),
    progress: integer("进度(%)", "Progress (%)", { default: 0, readonly: true }),
    attachments: file("附件", "Attachments", { multiple: true }),
    status: state("状态", "Status", {
      draft: [0, "草稿", "Draft"],
      inProgress: [1, "进行中", "In progress", "blue"],
      done: [2, "已完成", "Done", "green"],
      terminated: [3, "已终止", "Terminated", "red"],
    }, { search: "equal" }),
    finishTime: datetime("完成时间", "Finished at", { readonly: true, list: false }),
    remark: remark(),
    createTime: createdAt(),
  },
  formulas: { amount: { multiply: ["quantity", "unitPrice"] } },
  rules: {
    delivery: { check: { deliveryDate: { ge: { field: "orderDate" } } } },
    received: { check: { receivedAmount: { le: { field: "amount" } } } },
  },
  editableWhen: { status: [0, 1] },
  removableWhen: { status: [0, 3] },
  details: { resource: "business-order-node", by: "orderId", label: ["订单节点", "Nodes"], writableWhen: { status: [0, 1] } },
  quickFind: { by: ["orderNo", "contractNo"], shows: ["title", "partnerId", "orderDate"] },
  numbering: { field: "orderNo", prefix: "YW" },
  actions: {
    writeMail: {
      label: ["写邮件", "Write mail"], handler: true, effect: ["按模板生成一封待发送邮件", "Drafts a mail from a template"],
      params: { templateId: ref("mail-template", "邮件模板", "Template", { required: true, filter: { about: "business-order" } }) },
    },
    start: {
      label: ["启动", "Start"], from: "draft", to: "inProgress", needsDetails: true, handler: true, confirm: ["确定启动该订单?", "Start this order?"],
      effect: "Its first node starts",
    },
    finish: {
      label: ["完成", "Finish"], from: "inProgress", to: "done", set: { finishTime: "@now", progress: 100 }, handler: true, confirm: ["确定完成该订单?", "Finish this order?"],
      effect: "Refused while a node has not ended",
    },
    terminate: {
      label: ["终止", "Terminate"], from: ["draft", "inProgress"], to: "terminated", ask: ["remark"], askRequired: true, handler: true, confirm: ["确定终止该订单?", "Terminate this order?"],
      effect: "Nodes that have not ended are skipped",
    },
  },
});
