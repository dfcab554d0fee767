import { choice, code, date, defineResource, email, file, phone, ref, region, remark, text } from "#schema";

/** A company we work with: brands that buy labels, printers, carriers, agents. */
export default defineResource({
  name: "partner",
  label: ["合作伙伴", "Partner"],
  path: "/business-manage/partner",
  title: "name",
  mainColumns: ["contact", "contactPhone", "type"],
  sections: {
    partnerNo: ["基本信息", "Basics"],
    contact: ["联系方式", "Contact"],
    creditCode: ["开票与银行", "Invoice and bank"],
    cooperateStart: ["合作", "Cooperation"],
  },
  fields: {
    partnerNo: code("伙伴编号", "Partner number", { search: "like", unique: "tenant", readonly: true }),
    name: text("伙伴名称", "Partner name", { required: true, max: 128, search: "like", unique: "tenant" }),
    shortName: text("简称", "Short name", { max: 64, search: "like" }),
    type: choice("伙伴类型", "Kind", {
      options: [
        [1, "品牌客户", "Brand customer", "blue"], [2, "标签印刷", "Label printer", "purple"], [3, "包材供应商", "Packaging supplier", "cyan"],
        [4, "物流服务", "Logistics", "gold"], [5, "渠道代理", "Channel agent", "geekblue"], [6, "技术服务", "Technical service"],
      ],
      required: true, default: 1, search: "equal",
    }),
    level: choice("合作等级", "Level", { options: [["A", "A级", "A", "red"], ["B", "B级", "B", "orange"], ["C", "C级", "C"]], default: "C", search: "equal" }),
    contact: text("联系人", "Contact", { required: true, max: 32, search: "like" }),
    contactPhone: phone("联系电话", "Contact phone", { required: true, search: "like" }),
    contactEmail: email("联系邮箱", "Contact e-mail", { max: 128, search: "like", help: ["订单节点通知默认发送到此邮箱", "Order node notices go here by default"] }),
    regionCode: region("所在地区", "Region", { search: "equal" }),
    address: text("详细地址", "Street address", { list: false }),
    creditCode: text("统一社会信用代码", "Unified credit code", { max: 18, pattern: "^[0-9A-Z]{18}$", capitals: true, search: "like", unique: "tenant" }),
    bankName: text("开户行", "Bank", { max: 64, list: false }),
    bankAccount: text("银行账号", "Bank account", { max: 32, list: false, sensitive: true }),
    cooperateStart: date("合作开始", "Since", { search: "range" }),
    cooperateEnd: date("合作到期", "Until", { search: "range" }),
    principalId: ref("user", "对接人", "Account manager", { search: "equal" }),
    attachments: file("合同附件", "Contract files", { multiple: true }),
    status: choice("合作状态", "Status", {
      options: [[0, "洽谈中", "In talks", "gold"], [1, "合作中", "Active", "green"], [2, "已暂停", "Suspended", "orange"], [3, "已终止", "Ended"]],
      required: true, default: 0, search: "equal",
    }),
    remark: remark(),
  },
  quickFind: { by: ["partnerNo", "contactPhone", "name"], shows: ["partnerNo", "contact"] },
  numbering: { field: "partnerNo", prefix: "HB" },
  actions: {
    writeMail: {
      label: ["写邮件", "Write mail"], handler: true, effect: ["按模板生成一封待发送邮件", "Drafts a mail from a template"],
      params: { templateId: ref("mail-template", "邮件模板", "Template", { required: true, filter: { about: "partner" } }) },
    },
  },
  rules: { cooperation: { check: { cooperateEnd: { ge: { field: "cooperateStart" } } } } },
});
