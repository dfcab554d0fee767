import { bool, defineFields, integer, text } from "#schema";

/** The key of an entry in its dictionary, its place, and whether it can still be chosen. */
export default defineFields({
  dictKey: text("字典键值", "Dictionary key", { required: ["请输入字典键值", "Please enter dictionary key"], showWhen: { parentId: { not: ["", "0"] } } }),
  sort: integer("字典排序", "Sort", { required: ["请输入字典排序", "Please enter dictionary sort"], min: 0, sortable: true }),
  isSealed: bool("是否封存", "Sealed", {
    required: ["请选择封存", "please select sealed"], default: 0, search: "equal",
    help: ["封存后不再可选，已存数据仍显示", "A sealed entry can no longer be chosen; rows that have it still show it"],
  }),
  remark: text("字典备注", "Remark"),
});
