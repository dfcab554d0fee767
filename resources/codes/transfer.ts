import { bool, createdAt, datetime, defineResource, file, integer, message, progress, ref, state, text } from "#schema";

/**
 * A file with the package relations that a line captured off-line. A job checks it, and relates its codes package by package: one with a
 * faulty line is rejected as a whole and listed in the error file.
 */
export default defineResource({
  name: "transfer",
  label: ["数据上传", "Transfer"],
  path: "/digit-bind/transfer",
  title: "fileName",
  ofChannels: "none",
  highVolume: true,
  calls: ["list", "detail"],
  mainColumns: ["totalNum", "successNum", "failNum"],
  sections: {
    fileName: ["文件", "File"],
    totalNum: ["结果", "Result"],
  },
  fields: {
    fileName: text("文件名", "File name", { search: "like", readonly: true }),
    status: state("状态", "Status", {
      waiting: [0, "待处理", "Waiting"],
      processing: [1, "处理中", "Processing", "blue"],
      done: [2, "已完成", "Done", "green"],
      partlyFailed: [3, "部分失败", "Partly failed", "orange"],
      failed: [4, "失败", "Failed", "red"],
    }, { final: ["partlyFailed"], search: "equal" }),
    work: progress("处理进度", "Progress"),
    file: file("文本文件", "Text file", { readonly: true }),
    dataMapId: ref("data-map", "数据映射", "Data map", { search: "equal", help: ["为空按 父码,子码,层级,时间 解析", "Empty means parent, child, layer, time"] }),
    digitSourceId: ref("digit-source", "码源", "Code source"),
    prodLineId: ref("prod-line", "生产线", "Production line", { search: "equal" }),
    fileSize: integer("文件大小", "Size (bytes)", { max: 9_000_000_000_000, readonly: true }),
    fileHash: text("文件摘要", "SHA-256", { max: 64, readonly: true, list: false }),
    totalNum: integer("总行数", "Lines", { readonly: true }),
    successNum: integer("成功", "Succeeded", { readonly: true }),
    failNum: integer("失败", "Failed", { readonly: true }),
    onlyCheck: bool("仅检查", "Check only", { default: 0, readonly: true, list: false }),
    checkTime: datetime("检查时间", "Checked at", { readonly: true, list: false }),
    malformedNum: integer("格式错误行", "Malformed lines", { readonly: true, list: false }),
    duplicateNum: integer("重复码行", "Lines with duplicate codes", { readonly: true, list: false }),
    unknownNum: integer("不认识的码行", "Lines with unknown codes", { readonly: true, list: false }),
    refusedNum: integer("不能关联的行", "Lines that cannot be related", { readonly: true, list: false }),
    errorFile: file("错误明细", "Error file", { readonly: true, list: true }),
    failReason: message("失败原因", "Failure", { list: false }),
    createTime: createdAt(),
  },
  events: {
    begin: { from: "waiting", to: "processing" },
    finish: { from: "processing", to: "done" },
    finishPartly: { from: "processing", to: "partlyFailed" },
    fail: { from: ["waiting", "processing"], to: "failed" },
  },
  actions: {
    txt: {
      label: ["上传文本", "Upload text"], on: "toolbar", send: "multipart", handler: true,
      params: {
        file: file("文本文件", "Text file", {
          required: ["请选择文本文件", "Please choose a text file"], accept: "txt", maxKb: 204800, limits: ["仅 txt，不超过 200MB", "txt only; at most 200 MB"],
        }),
        dataMapId: ref("data-map", "数据映射", "Data map", {
          filter: { mapType: 2 }, help: ["为空按 父码,子码,层级,时间 解析", "Empty means parent, child, layer, time"],
        }),
        digitSourceId: ref("digit-source", "码源", "Code source"),
        prodLineId: ref("prod-line", "生产线", "Production line"),
        onlyCheck: bool("仅检查", "Check only", {
          default: 0, help: ["只检查文件，不写入关联；之后可在列表中写入", "Checks the file and relates nothing; it can be applied from the list afterwards"],
        }),
      },
      effect: [
        "保存文件，由后台任务逐行检查；无误的整包写入关联，有误的整包退回错误明细。返回编号与文件名",
        "Stores the file; a job checks its lines, relates the packages without faults and lists the others in the error file. Answers id and file name",
      ],
    },
    apply: {
      label: ["写入关联", "Apply"], from: "waiting", to: "processing", when: { onlyCheck: 1 }, permission: "transfer_txt",
      confirm: ["确定按该文件写入关联?", "Relate the codes of this file?"],
      effect: ["写入已检查文件中无误的整包", "Relates the packages without faults of a file that was only checked"],
    },
  },
});
