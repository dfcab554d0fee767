import { createdAt, defineResource, file, integer, ref, state, text } from "#schema";

/** A file with the package relations that a line captured off-line. A job reads it; packages with a bad line go to the error file. */
export default defineResource({
  name: "transfer",
  label: ["数据上传", "Transfer"],
  path: "/digit-bind/transfer",
  title: "fileName",
  highVolume: true,
  calls: ["list", "detail"],
  fields: {
    fileName: text("文件名", "File name", { search: "like", readonly: true }),
    file: file("文本文件", "Text file"),
    dataMapId: ref("data-map", "数据映射", "Data map", { search: "equal", help: ["为空按 父码,子码,层级,时间 解析", "Empty means parent,child,layer,time"] }),
    digitSourceId: ref("digit-source", "码源", "Digit source"),
    prodLineId: ref("prod-line", "生产线", "Production line", { search: "equal" }),
    fileSize: integer("文件大小", "Size (bytes)", { readonly: true }),
    fileHash: text("文件摘要", "SHA-256", { max: 64, readonly: true, list: false }),
    totalNum: integer("总行数", "Lines", { readonly: true }),
    successNum: integer("成功", "Succeeded", { readonly: true }),
    failNum: integer("失败", "Failed", { readonly: true }),
    errorFile: file("错误明细", "Error file", { readonly: true, list: true }),
    status: state("状态", "Status", {
      waiting: [0, "待处理", "Waiting"],
      processing: [1, "处理中", "Processing", "blue"],
      done: [2, "已完成", "Done", "green"],
      partlyFailed: [3, "部分失败", "Partly failed", "orange"],
      failed: [4, "失败", "Failed", "red"],
    }, { search: "equal" }),
    createTime: createdAt(),
  },
  events: {
    begin: { from: "waiting", to: "processing" },
    finish: { from: "processing", to: "done" },
    finishPartly: { from: "processing", to: "partlyFailed" },
    fail: { from: "processing", to: "failed" },
  },
  actions: {
    txt: {
      label: ["上传文本", "Upload text"], on: "toolbar", send: "multipart", handler: true,
      params: {
        file: file("文本文件", "Text file", {
          required: ["请选择文本文件", "Please choose a text file"], accept: "txt", maxKb: 204800, help: ["仅 txt，不超过 200MB", "txt only; at most 200 MB"],
        }),
        dataMapId: ref("data-map", "数据映射", "Data map", { help: ["为空按 父码,子码,层级,时间 解析", "Empty means parent, child, layer, time"] }),
        digitSourceId: ref("digit-source", "码源", "Digit source"),
        prodLineId: ref("prod-line", "生产线", "Production line"),
      },
      effect: "Stores the file and starts the job that reads it; answers id and file name",
    },
  },
});
