import { bool, code, defineResource, integer, text, treeRef } from "#schema";

/** A list of choices that a tenant keeps for itself; same shape and rules as the system dictionary. */
export default defineResource({
  name: "dict-biz",
  label: ["业务字典", "Business dictionary"],
  path: "/blade-system/dict-biz",
  title: "dictValue",
  listShape: "forest",
  listRead: "parent-list",
  screen: "master-detail",
  dialogWidth: 880,
  unique: [["code", "dictKey"]],
  fields: {
    code: code("字典编号", "Dictionary code", { required: ["请输入字典编号", "Please enter dictionary code"], max: 255, search: "like" }),
    dictValue: text("字典名称", "Dictionary name", { required: ["请输入字典名称", "Please enter dictionary name"], search: "like" }),
    parentId: treeRef("dict-biz", "上级字典", "Parent", { createOnly: true, visibleIn: ["view"], list: false }),
    dictKey: text("字典键值", "Dictionary key", { required: ["请输入字典键值", "Please enter dictionary key"], showWhen: { parentId: { not: ["", "0"] } } }),
    sort: integer("字典排序", "Sort", { required: ["请输入字典排序", "Please enter dictionary sort"], min: 0, sortable: true }),
    isSealed: bool("是否封存", "Sealed", {
      required: ["请选择封存", "please select sealed"], default: 0, search: "equal",
      help: ["封存后不再可选，已存数据仍显示", "A sealed entry can no longer be chosen; rows that have it still show it"],
    }),
    remark: text("字典备注", "Remark"),
  },
  details: { resource: "dict-biz", by: "parentId", label: ["字典项", "Entries"], with: { code: { field: "code" } }, read: "child-list" },
  reads: {
    "parent-list": { params: ["code", "dictValue", "isSealed"], where: { parentId: "0" } },
    "child-list": { params: ["parentId", "code", "dictValue"] },
    tree: { params: { code: "ignored" }, open: "signed-in" },
    dictionary: { params: { code: ["字典编号", "Code of the dictionary"] }, needs: ["code"], open: "signed-in" },
  },
});
