import { choice, code, createdAt, datetime, defineResource, integer, ref, remark, state, text } from "#schema";

/** The making of codes: which range went to which printer or device, and what was scrapped. */
export default defineResource({
  name: "codemakerecord",
  label: ["制码记录", "Code-making record"],
  path: "/digit-manage/codemakerecord",
  title: "makeNo",
  ofChannels: "none",
  highVolume: true,
  date: "createTime",
  mainColumns: ["num", "productId", "scrapNum"],
  sections: {
    makeNo: ["基本信息", "Basics"],
    makeMode: ["制作", "Making"],
    startSerial: ["数量", "Numbers"],
    status: ["状态与备注", "Status and notes"],
  },
  fields: {
    makeNo: code("制码单号", "Record no.", {
      max: 32, search: "like", unique: "tenant", readonly: true, width: 160,
      help: ["自动编号：ZM、日期与流水号", "Given by the server: ZM, the day, a running number"],
    }),
    codeMakeRuleId: ref("code-make-rule", "制码规则", "Code rule", { required: true, search: "equal" }),
    codeGenRecordDetailId: ref("code-gen-record-detail", "生成明细", "Generation line", { required: true, search: "equal" }),
    codeSetId: ref("code-set", "码包", "Code set", { search: "equal" }),
    productId: ref("attr-owner", "产品", "Product", { search: "equal", filter: { ownerType: 1 } }),
    specId: ref("spec", "规格", "Spec", { within: "productId", list: false }),
    makeMode: choice("制码方式", "Mode", {
      options: [
        [1, "标签印刷", "Label printing", "blue"], [2, "产线喷码", "On-line printing", "cyan"], [3, "激光打码", "Laser marking", "purple"],
        [4, "包材预印", "Pre-printed packaging", "gold"],
      ],
      default: 1, search: "equal",
    }),
    supplierName: text("印刷厂/供应商", "Printing supplier", { max: 128, search: "like" }),
    deviceId: ref("device", "喷码设备", "Printer", { showWhen: { makeMode: [2, 3] }, list: false }),
    startSerial: integer("起始流水", "First serial", { min: 0, max: 999999999999999, requiredWhen: { endSerial: { empty: false } } }),
    endSerial: integer("结束流水", "Last serial", { min: 0, max: 999999999999999, requiredWhen: { startSerial: { empty: false } } }),
    num: integer("制码数量", "Quantity", { required: ["请输入数量", "Please enter the quantity"], min: 1 }),
    scrapNum: integer("损耗数量", "Scrapped", { min: 0, default: 0 }),
    makeTime: datetime("制码时间", "Made at", { search: "range" }),
    status: state("状态", "Status", {
      toMake: [0, "待制码", "To make"],
      making: [1, "制码中", "Making", "blue"],
      delivered: [2, "已交付", "Delivered", "green"],
      void: [9, "已作废", "Void", "red"],
    }, { search: "equal" }),
    remark: remark(),
    createTime: createdAt(),
  },
  rules: { range: { check: { endSerial: { ge: { field: "startSerial" } } } } },
  noOverlap: { serials: { per: ["codeGenRecordDetailId"], from: "startSerial", to: "endSerial", where: { status: { not: 9 } } } },
  numbering: { field: "makeNo", prefix: "ZM" },
  actions: {
    start: { label: ["开始制码", "Start"], from: "toMake", to: "making", permission: "codemakerecord_status" },
    deliver: {
      label: ["交付", "Deliver"], from: "making", to: "delivered", permission: "codemakerecord_status", set: { makeTime: "@now" },
      confirm: ["确定已交付?", "Has it been delivered?"],
    },
    void: { label: ["作废", "Void"], from: ["toMake", "making"], to: "void", permission: "codemakerecord_status", confirm: ["确定作废该制码记录?", "Void this record?"] },
  },
  effects: {
    ranges: { effect: ["有起止流水时，制码数量由其算出", "If first and last serial are given, they determine the quantity"] },
  },
});
