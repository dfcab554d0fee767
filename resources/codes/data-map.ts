import { bool, choice, createdAt, defineResource, enabled, integer, lines, ref, remark, text, textarea } from "#schema";

/** How the columns of a file, or the fields of another system, become ours. */
export default defineResource({
  name: "data-map",
  label: ["数据映射", "Data map"],
  path: "/digit-bind/data-map",
  title: "name",
  fields: {
    name: text("映射名称", "Map name", { required: true, max: 64, search: "like", unique: "tenant" }),
    mapType: choice("映射类型", "Map type", {
      options: [[1, "码文件", "Code file", "blue"], [2, "关联关系文件", "Relation file", "purple"], [3, "出入库单", "Stock document", "cyan"], [4, "产品资料", "Product data", "gold"]],
      required: true, default: 1, search: "equal",
    }),
    digitSourceId: ref("digit-source", "码源", "Code source", { search: "equal" }),
    fileType: choice("文件类型", "File type", { options: [[1, "TXT", "TXT"], [2, "CSV", "CSV", "blue"], [3, "JSON", "JSON", "purple"]], default: 1 }),
    separator: text("分隔符", "Separator", { max: 4, default: ",", list: false, help: ["制表符填 \\t", "Use \\t for a tab"] }),
    charset: choice("编码", "Charset", { options: [[1, "UTF-8", "UTF-8", "green"], [2, "GBK", "GBK"]], default: 1, list: false }),
    headRows: integer("跳过行数", "Header lines to skip", { min: 0, max: 20, default: 0, list: false }),
    items: lines("字段映射", "Items", {
      fields: {
        sourceField: text("来源列/字段", "Source column or field", { required: true, max: 64 }),
        targetField: text("目标字段", "Target field", { required: true, max: 64 }),
        dataType: text("数据类型", "Data type", { max: 16 }),
        isRequired: bool("必填", "Required"),
        defaultValue: text("默认值", "Default", { max: 64 }),
        transform: text("转换", "Transform", { max: 32 }),
      },
    }),
    sample: textarea("样例", "Sample lines", { max: 1000 }),
    status: enabled(),
    remark: remark(),
    createTime: createdAt(),
  },
  reads: {
    select: { params: ["mapType"], fields: ["name", "mapType"], where: { status: 1 }, open: "signed-in" },
  },
  actions: {
    copy: { label: ["复制", "Copy"], path: "/copy", confirm: ["确定复制该映射?", "Copy this map?"], handler: true },
  },
});
