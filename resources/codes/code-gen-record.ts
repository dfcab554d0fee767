import { choice, code, createdAt, datetime, defineResource, integer, message, password, progress, ref, remark, state, text } from "#schema";

/** An order for codes: how many of which layer by which rule. A job makes them; the file is downloaded when it is done. */
export default defineResource({
  name: "code-gen-record",
  label: ["码生成记录", "Code-generation record"],
  path: "/digit-manage/code-gen-record",
  title: "name",
  ofChannels: "none",
  screen: "master-detail",
  editableWhen: { status: 0 },
  removableWhen: { status: [0, 3], doneNum: 0 },
  date: "createTime",
  mainColumns: ["codeNum", "doneNum", "productId"],
  sections: {
    genNo: ["基本信息", "Basics"],
    fileFormat: ["文件", "File"],
    doneNum: ["执行情况", "Progress"],
    remark: ["其他", "Other"],
  },
  fields: {
    genNo: code("生成单号", "Record no.", {
      max: 32, search: "like", unique: "tenant", readonly: true, width: 160,
      help: ["自动编号：SC、日期与流水号", "Given by the server: SC, the day, a running number"],
    }),
    name: text("名称", "Name", { required: true, max: 64, search: "like" }),
    tenantId: ref("tenant", "所属租户", "Tenant", {
      valueField: "tenantId", show: "tenantName", required: ["请选择租户", "Please select the tenant"], createOnly: true, administratorOnly: true, search: "equal",
      help: ["平台管理员可为任一租户生成；租户用户固定为本租户", "Only the platform's administrator chooses; for others it is their own tenant"],
    }),
    codeMakeRuleId: ref("code-make-rule", "制码规则", "Code rule", {
      required: true, search: "equal", filter: { status: 1 }, help: ["各层明细可另选规则", "Detail lines may use another rule"],
    }),
    codeNum: integer("生成数量", "Count", { required: true, min: 1, max: 50000000 }),
    digitSourceId: ref("digit-source", "码源", "Code source", { search: "equal" }),
    productId: ref("attr-owner", "产品", "Product", { search: "equal", filter: { ownerType: 1 }, help: ["可选，预绑定产品", "Optional binding ahead"] }),
    specId: ref("spec", "规格", "Spec", { within: "productId", list: false }),
    fileFormat: choice("文件格式", "File format", { options: [[1, "TXT", "TXT"], [2, "CSV", "CSV", "blue"]], default: 1, list: false }),
    fileContent: choice("文件内容", "File content", {
      options: [[1, "仅码", "Code only"], [2, "网址+码", "URL and code", "blue"], [3, "码+验证码", "Code and verification part", "green"]],
      default: 1, list: false,
    }),
    splitSize: integer("单文件行数", "Lines per file", { min: 0, default: 1000000, list: false, help: ["0 不拆分；超过则打成 zip", "0 never splits; more than one file is zipped"] }),
    zipPassword: password("压缩密码", "Archive password", { max: 32 }),
    doneNum: integer("已生成", "Made", { default: 0, readonly: true }),
    progress: integer("进度(%)", "Progress (%)", { min: 0, max: 100, default: 0, readonly: true }),
    making: progress("生成任务", "Making", { visibleIn: ["edit", "view"] }),
    startTime: datetime("开始时间", "Started at", { readonly: true, list: false }),
    finishTime: datetime("完成时间", "Finished at", { readonly: true }),
    downloadCount: integer("下载次数", "Downloads", { default: 0, readonly: true }),
    failReason: message("失败原因", "Failure", { list: false }),
    status: state("状态", "Status", {
      pending: [0, "待生成", "Pending"],
      generating: [1, "生成中", "Generating", "blue"],
      done: [2, "已完成", "Done", "green"],
      failed: [3, "失败", "Failed", "red"],
    }, { search: "equal" }),
    remark: remark(),
    createTime: createdAt(),
  },
  details: { resource: "code-gen-record-detail", by: "codeGenRecordId", label: ["生成明细", "Lines"], writableWhen: { status: 0 }, enteredWhen: false },
  numbering: { field: "genNo", prefix: "SC" },
  events: { complete: { from: "generating", to: "done" }, fail: { from: "generating", to: "failed" } },
  reads: {
    select: { shape: "custom", params: ["tenantId"], open: "signed-in" },
    labels: { shape: "custom", params: { id: ["主键", "Id of the record"], layer: ["层级", "Layer"], from: { about: ["从第几个起", "Number of the first"], is: "whole" }, num: { about: ["个数", "How many"], is: "whole" } }, needs: ["id"], permission: "codegenrecord_download" },
  },
  actions: {
    gen: {
      label: ["生成", "Generate"], from: ["pending", "failed"], to: "generating", handler: true, confirm: ["确定开始生成?", "Start generating?"],
      effect: "A job makes the codes; a failed one continues after the codes already made",
    },
    download: { label: ["下载", "Download"], from: "done", method: "GET", handler: true, effect: "One file, or a zip of several" },
    print: {
      label: ["打印二维码", "Print QR codes"], when: { status: 2 }, dialog: "code-labels", permission: "codegenrecord_download",
      with: { source: "/digit-manage/code-gen-record/labels", id: { field: "id" } },
    },
  },
  effects: {
    lines: { effect: ["没有明细时生成最小单位的一条明细", "Makes one line of base units where none was given"] },
  },
});
