import { choice, codeOf, date, defineResource, file, ref, state, text } from "#schema";

/** A campaign; one of them is the current one. */
export default defineResource({
  name: "campaign",
  label: ["活动", "Campaign"],
  path: "/digit-bind/campaign",
  title: "name",
  fields: {
    code: codeOf("编号", "Code"),
    name: text("名称", "Name", { required: true, max: 64, search: "like" }),
    productId: ref("attr-owner", "产品", "Product", { filter: { ownerType: 1 } }),
    ends: date("结束", "Ends"),
    kind: choice("类型", "Kind", { options: [[1, "人工", "By hand"], [2, "系统", "By the server"]], default: 1, offered: [1], aliases: { 0: 1 } }),
    status: state("状态", "Status", {
      planned: [0, "计划", "Planned"],
      current: [1, "进行中", "Current", "green"],
      paused: [2, "暂停", "Paused", "orange"],
    }, { initial: "planned", search: "equal" }),
  },
  events: { expire: { from: "current", to: "paused", when: "its last day has passed" } },
  actions: {
    start: { label: ["启用", "Start"], from: ["planned", "paused"], to: "current", exclusive: "paused", bySubmit: true, confirm: ["其他活动将暂停，确定?", "The others are paused. Start it?"], shows: ["productId", "ends"] },
    prolong: {
      label: ["延期", "Prolong"], on: "selection", inRows: true, idParam: "campaignIds", ask: ["ends"], askRequired: true, handler: true,
      warning: ["结束日期已过时", "Campaigns that are over already"],
    },
    publish: { label: ["发布", "Publish"], idParam: "code", idField: "code", path: "/publish", with: { channel: "web", product: { field: "productId" } }, handler: true },
    import: {
      label: ["导入", "Import"], on: "toolbar", send: "multipart", handler: true, effect: ["逐行读取文件并新增活动", "Reads the file line by line and adds campaigns"],
      params: { rows: file("文件", "File", { required: true, accept: "csv", maxKb: 1024 }) },
    },
    saveAll: { label: ["全部保存", "Save all"], on: "screen", send: "body", submits: "productId", permission: "campaign_edit" },
    download: { label: ["下载", "Download"], method: "GET", handler: true },
    labels: { label: ["标签", "Labels"], dialog: "code-labels", with: { source: "/digit-bind/campaign/labels", id: { field: "id" } }, permission: "campaign_download" },
    addLoan: { label: ["借出样品", "Lend a sample"], opens: "loan", suggest: { name: { field: "name" } } },
    scans: { label: ["扫码记录", "Scans"], method: "none", path: "/scan/consumer-scan-record?f.productId={productId}" },
    mine: { label: ["我的活动", "Mine"], on: "screen", open: "signed-in", send: "query", params: { day: date("日期", "Day") }, method: "GET", handler: true },
  },
});
