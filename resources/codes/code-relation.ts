import { bool, choice, code, codeFunctions, datetime, defineResource, integer, packLayers, ref } from "#schema";

/** Which code is packed in which, and which codes stand on the same unit. Whole trees are looked up by any of their codes. */
export default defineResource({
  name: "code-relation",
  label: ["码关系", "Code relation"],
  path: "/digit-bind/code-relation",
  title: "codeId",
  unbounded: true,
  ofChannels: { codeId: ["code-item"] },
  indexes: [["codeId"], ["parentId", "relationType", "position"], ["rootId"], ["codeSetId"]],
  calls: ["list"],
  listNeeds: ["code", "codeId", "codeSetId", "rootId"],
  screen: { page: "code-relation" },
  unique: [["codeId", "relationType"]],
  fields: {
    codeId: ref("code-item", "码", "Code", { search: "equal" }),
    code: code("码", "Code string", { max: 128, readonly: true, computed: true, labelOf: "codeId", search: "equal", list: false, help: ["由码取得，不重复存储", "Read through the code and not stored twice"] }),
    parentId: ref("code-item", "父码", "Parent code"),
    rootId: ref("code-item", "最外层码", "Outermost code", { search: "equal", list: false }),
    layer: choice("层级", "Layer", { options: packLayers, search: "equal" }),
    relationType: choice("关系类型", "Relation type", {
      options: [[1, "包装父子", "Package", "blue"], [2, "同件绑定（内外码）", "Twin of one unit", "purple"]],
      default: 1, search: "equal",
    }),
    codeFuncType: choice("码功能", "Code function", { options: codeFunctions, search: "equal", list: false }),
    digitSourceMark: ref("digit-source", "码源", "Code source", { valueField: "mark", search: "equal", list: false }),
    childNum: integer("子码数量", "Children"),
    position: integer("包内位置", "Position in parent", { list: false }),
    opened: bool("已拆包", "Opened", { default: 0 }),
    origin: choice("关联来源", "Origin", {
      options: [[1, "预关联", "Pre-related", "green"], [2, "产线采集", "Captured on line", "blue"], [3, "手工/换码", "By hand or replacement", "orange"], [4, "文件导入", "File", "cyan"]],
    }),
    codeSetId: ref("code-set", "码包", "Code set", { search: "equal", list: false }),
    bindTime: datetime("关联时间", "Related at"),
  },
  reads: {
    tree: { shape: "custom", params: { code: ["码或其网址", "The code, or the address that contains it"], codeFuncType: ["码的用途，不符时无结果", "Function of the code; nothing is found if it has another one"], digitSourceMark: ["码源标识，缺省为本平台", "Mark of the source; the platform's own by default"] }, needs: ["code"] },
    place: { shape: "custom", params: { code: ["码或其网址", "The code, or the address that contains it"], codeFuncType: ["码的用途，不符时无结果", "Function of the code; nothing is found if it has another one"], digitSourceMark: ["码源标识，缺省为本平台", "Mark of the source; the platform's own by default"] }, needs: ["code"] },
    children: { shape: "custom", params: { code: ["码或其网址", "The code, or the address that contains it"], skip: { about: ["跳过的条数", "How many to pass over"], is: "whole" } }, needs: ["code"] },
  },
});
