import { choice, code, createdAt, datetime, defineResource, file, integer, message, ownerTenant, progress, ref, remark, state, text } from "#schema";

/** Codes in layers, as they are handed to the printer and the line: formatted, imported, sealed and disabled together. */
export default defineResource({
  name: "code-set",
  label: ["码包", "Code set"],
  path: "/digit-manage/code-set",
  title: "name",
  finalRemoval: true,
  ofChannels: "none",
  screen: "master-detail",
  editableWhen: { status: [0, 9] },
  removableWhen: { status: [0, 2, 9] },
  date: "createTime",
  mainColumns: ["productId", "codeNum", "specId", "progress"],
  sections: {
    setNo: ["基本信息", "Basics"],
    sourceType: ["来源", "Origin"],
    productId: ["产品与层级", "Product and layers"],
    codeNum: ["执行情况", "Progress"],
    remark: ["其他", "Other"],
  },
  related: [{ resource: "codemakerecord", by: "codeSetId" }, { resource: "code-item", by: "codeSetId" }],
  fields: {
    setNo: code("码包编号", "Set no.", {
      max: 32, search: "like", unique: "tenant", readonly: true, width: 160,
      help: ["自动编号：MB、日期与流水号", "Given by the server: MB, the day, a running number"],
    }),
    name: text("码包名称", "Set name", { required: true, max: 64, search: "like", unique: "tenant" }),
    tenantId: ownerTenant(),
    sourceType: choice("来源", "Source", {
      options: [[1, "平台生成", "Generated here", "blue"], [2, "外部文件", "External file", "orange"]],
      required: true, default: 1, search: "equal",
    }),
    codeGenRecordId: ref("code-gen-record", "生成记录", "Generation record", { search: "equal", filter: { status: 2 }, showWhen: { sourceType: 1 } }),
    digitSourceId: ref("digit-source", "码源", "Code source"),
    dataMapId: ref("data-map", "数据映射", "Data map", { showWhen: { sourceType: 2 }, list: false, help: ["外部文件各列含义：码、验证码、流水号，或父码与子码", "What the columns mean: codes with verification parts and serials, or the package of each code"] }),
    filePath: file("外部文件", "External file", {
      accept: "txt,csv", maxKb: 1048576, showWhen: { sourceType: 2 },
      help: ["每行一整套，按导出列序；或按数据映射。不超过 1 GB", "One package a line, in the order of the columns, or as the data map says; up to 1 GB"],
    }),
    productId: ref("attr-owner", "产品", "Product", { search: "equal", filter: { ownerType: 1 } }),
    specId: ref("spec", "规格", "Spec", { within: "productId" }),
    relationMode: choice("层级关联", "Layer relation", {
      options: [[0, "不预关联", "Not pre-related"], [1, "预关联套标", "Pre-related", "green"]],
      default: 1, help: ["套标时每行为一整套：箱码+盒码+瓶码", "When pre-related each exported line is one whole package"],
    }),
    unitNum: integer("最外层数量", "Top packages", { required: ["请输入最外层数量", "Please enter the number of top packages"], min: 1 }),
    separator: choice("列分隔符", "Separator", { options: [[1, "逗号", "Comma"], [2, "制表符", "Tab"], [3, "分号", "Semicolon"]], default: 1, list: false }),
    codeNum: integer("码总数", "Codes", { readonly: true }),
    progress: integer("进度(%)", "Progress (%)", { min: 0, max: 100, default: 0, readonly: true }),
    work: progress("后台任务", "Background work", { visibleIn: ["edit", "view"] }),
    checkTime: datetime("文件检查时间", "File checked at", { readonly: true, list: false, showWhen: { sourceType: 2 } }),
    lineNum: integer("文件行数", "Lines of the file", { readonly: true, list: false, showWhen: { sourceType: 2 } }),
    malformedNum: integer("格式错误行", "Malformed lines", { readonly: true, list: false, showWhen: { sourceType: 2 } }),
    duplicateNum: integer("重复码", "Duplicate codes", { readonly: true, list: false, showWhen: { sourceType: 2 } }),
    unknownNum: integer("不认识的码", "Unknown codes", { readonly: true, list: false, showWhen: { sourceType: 2 } }),
    errorFile: file("错误明细", "Error file", { readonly: true, list: false, showWhen: { sourceType: 2 } }),
    fileHash: text("文件摘要", "SHA-256", { max: 64, readonly: true, list: false, visibleIn: ["view"], showWhen: { sourceType: 2 } }),
    formatTime: datetime("格式化时间", "Formatted at", { readonly: true, list: false }),
    importTime: datetime("导入时间", "Imported at", { readonly: true }),
    downloadCount: integer("下载次数", "Downloads", { default: 0, readonly: true }),
    failReason: message("失败原因", "Failure", { list: false }),
    status: state("状态", "Status", {
      draft: [0, "草稿", "Draft"],
      formatting: [1, "格式化中", "Formatting", "blue"],
      formatted: [2, "已格式化", "Formatted", "cyan"],
      importing: [3, "导入中", "Importing", "blue"],
      inUse: [4, "使用中", "In use", "green"],
      sealed: [5, "已封存", "Sealed", "orange"],
      disabled: [6, "已停用", "Disabled", "red"],
      failed: [9, "失败", "Failed", "volcano"],
    }, { search: "equal" }),
    remark: remark(),
    createTime: createdAt(),
  },
  details: { resource: "code-set-layer", by: "codeSetId", label: ["码包层级", "Layers"], writableWhen: { status: [0, 9] }, enteredWhen: false },
  numbering: { field: "setNo", prefix: "MB" },
  events: {
    formatted: { from: "formatting", to: "formatted" },
    formatFailed: { from: "formatting", to: "failed" },
    imported: { from: "importing", to: "inUse" },
    importFailed: { from: "importing", to: "failed" },
  },
  reads: {
    labels: { shape: "custom", params: { id: ["主键", "Id of the code set"], layer: ["层级", "Layer"], from: { about: ["从第几个起", "Number of the first"], is: "whole" }, num: { about: ["个数", "How many"], is: "whole" } }, needs: ["id"], permission: "codeset_download" },
  },
  actions: {
    format: {
      label: ["格式化", "Format"], from: ["draft", "formatted", "failed"], to: "formatting", when: { sourceType: 1 }, confirm: ["确定格式化该码包?", "Format this code set?"],
      effect: [
        "检查层级，占用生成的码，由后台任务为每个码编号，套标码包同时建立关联",
        "Checks the layers and reserves the codes; a job gives each its number in the set, and relates them where they are pre-related",
      ],
    },
    check: {
      label: ["检查文件", "Check file"], from: ["draft", "failed"], when: { sourceType: 2 }, permission: "codeset_import",
      effect: [
        "后台逐行检查外部文件，不写入码：统计重复、格式错误和不认识的码，并给出错误明细",
        "A job goes through the external file and writes no code: it counts duplicates, malformed lines and unknown codes, and lists them in a file",
      ],
    },
    import: {
      label: ["导入", "Import"], from: ["draft", "formatted", "failed"], to: "importing", when: [{ sourceType: 2 }, { formatTime: { empty: false } }],
      confirm: ["确定导入该码包?", "Import this code set?"],
      effect: [
        "激活码；外部文件先整体检查，无误后写入码并建立关联，仅外部文件可不经格式化导入",
        "Activates the codes; an external file is checked as a whole, then written and related; only such a set may be imported unformatted",
      ],
    },
    seal: { label: ["封存", "Seal"], from: "inUse", to: "sealed", path: "/status/{id}/5", permission: "codeset_status", confirm: ["确定变更码包状态?", "Change the status of this set?"] },
    unseal: {
      label: ["解封", "Unseal"], from: "sealed", to: "inUse", path: "/status/{id}/4", permission: "codeset_status",
      confirm: ["确定变更码包状态?", "Change the status of this set?"],
    },
    disable: {
      label: ["停用", "Disable"], from: ["inUse", "sealed"], to: "disabled", path: "/status/{id}/6", permission: "codeset_status",
      confirm: ["确定变更码包状态?", "Change the status of this set?"],
    },
    download: {
      label: ["下载", "Download"], from: ["formatted", "inUse", "sealed"], method: "GET", handler: true,
      effect: "One line per unit, its columns in the order of the layers",
    },
    print: {
      label: ["打印二维码", "Print QR codes"], when: { status: [2, 4, 5] }, dialog: "code-labels", permission: "codeset_download",
      with: { source: "/digit-manage/code-set/labels", id: { field: "id" } },
    },
  },
});
