import { choice, codeOf, createdAt, date, defineResource, email, image, money, phone, refs, region, remark, text, treeRef } from "#schema";

/** A dealer, in the tree of dealers, with the regions where it may sell: what a scan is compared with. */
export default defineResource({
  name: "channel",
  label: ["渠道", "Channel"],
  path: "/digit-bind/channel",
  title: "name",
  screen: "lazy-tree",
  sections: {
    pid: ["基本信息", "Basics"],
    regionCode: ["地址与联系方式", "Address and contact"],
    creditCode: ["资质与合同", "Licences and contract"],
    salesman: ["状态与备注", "Status and notes"],
  },
  fields: {
    pid: treeRef("channel", "上级渠道", "Parent channel", { search: "equal", list: false }),
    code: codeOf("渠道编号", "Channel code"),
    name: text("渠道名称", "Channel name", { required: true, max: 128, search: "like" }),
    channelTypeId: treeRef("channel-type", "渠道类型", "Channel type", { required: true, search: "equal" }),
    saleRegionCodes: refs("region", "授权销售区域", "Authorised sale regions", {
      valueField: "code", help: ["省/市/区，窜货判断以此为准；为空表示不限区域", "Provinces, cities, districts that scans are compared with; empty means anywhere"],
    }),
    regionCode: region("所在地区", "Location", { search: "equal" }),
    address: text("详细地址", "Address", { max: 200, list: false }),
    contact: text("联系人", "Contact", { required: true, max: 32, search: "like" }),
    phone: phone("联系电话", "Phone", { search: "equal", sensitive: true }),
    email: email("邮箱", "E-mail", { max: 64, list: false }),
    creditCode: text("统一社会信用代码", "Unified social credit code", { max: 18, pattern: "^[0-9A-Z]{18}$", capitals: true, list: false }),
    licenceImage: image("营业执照", "Business licence", { list: false }),
    contractNo: text("合同编号", "Contract no.", { max: 64, list: false }),
    contractStart: date("合同开始", "Contract start", { list: false }),
    contractEnd: date("合同结束", "Contract end"),
    deposit: money("保证金", "Deposit", { min: 0, list: false }),
    salesman: text("业务员", "Salesman", { max: 32 }),
    status: choice("状态", "Status", {
      options: [[1, "合作中", "Active", "green"], [2, "停用", "Disabled", "red"], [3, "合同到期", "Expired", "orange"]],
      default: 1, search: "equal",
    }),
    remark: remark(),
    createTime: createdAt(),
  },
  rules: { contract: { check: { contractEnd: { ge: { field: "contractStart" } } } } },
  reads: {
    select: { fields: ["name", "code"], where: { status: 1 }, open: "signed-in" },
    "select-all": { fields: ["name", "code", "pid", "status"], open: "signed-in" },
    "lazy-list": { params: { parentId: "pid", name: "name" } },
  },
  effects: {
    ownBranch: { effect: ["渠道用户只能看到本渠道及其下级", "A channel user sees only the own channel and those below it"] },
  },
});
