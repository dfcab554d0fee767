import { choice, code, datetime, defineResource, integer, lines, packLayers, ref, refs, text } from "#schema";
import { blockStates, lifeStates } from "../codes/code-state.options.ts";

/** Everything that is known of one code, forwards and backwards. Looking it up is no consumer's scan. */
export default defineResource({
  name: "scan-code-detail",
  label: ["码详情查询", "Code detail lookup"],
  plural: "Code detail lookup",
  path: "/digit-apply/consumer-scan-record/code-detail",
  title: "code",
  permission: "consumerscanrecord",
  derived: true,
  calls: [],
  screen: { page: "code-detail" },
  fields: {
    code: code("码", "Code", { required: true, max: 128, search: "equal", list: false }),
    lifeStatus: choice("生命状态", "Life status", { options: lifeStates }),
    blockStatus: choice("管控状态", "Block status", { options: blockStates }),
    layer: choice("层级", "Layer", { options: packLayers, list: false }),
    productId: ref("attr-owner", "产品", "Product", { filter: { ownerType: 1 }, list: false }),
    specId: ref("spec", "规格", "Spec", { within: "productId", list: false }),
    batchCode: text("批次号", "Batch code", { max: 64, list: false }),
    codeSetName: text("码包", "Code set", { list: false }),
    channelId: ref("channel", "渠道", "Channel", { list: false }),
    saleRegionCodes: refs("region", "销售区域", "Sale regions", { valueField: "code" }),
    firstScanTime: datetime("首次扫码", "First scan", { list: false }),
    scanCount: integer("扫码次数", "Scans", { list: false }),
    timeline: lines("流向", "Timeline", {
      fields: {
        time: datetime("时间", "Time"),
        event: text("事件", "Event"),
        docNo: text("单号", "Document"),
        place: text("地点", "Place"),
        operator: text("操作人", "Operator"),
      },
    }),
  },
  reads: {
    "code-detail": { path: "/digit-apply/consumer-scan-record/code-detail", params: { code: ["码或其网址", "The code, or the address that contains it"] }, needs: ["code"] },
    "code-life": {
      path: "/digit-apply/consumer-scan-record/code-life", shape: "custom", params: { code: ["码或其网址", "The code, or the address that contains it"], order: ["asc 由早到晚，desc 由晚到早", "asc: earliest first, desc: latest first"], current: { about: ["页码，从 1 起", "Page, from 1"], is: "whole" }, size: { about: ["每页条数", "Rows of a page"], is: "whole" } }, needs: ["code"],
    },
  },
});
