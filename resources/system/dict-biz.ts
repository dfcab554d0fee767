import { defineResource, treeRef } from "#schema";
import dictionaryEntry from "./dictionary-entry.fields.ts";
import dictionary from "./dictionary.fields.ts";

/** A list of choices that a tenant keeps for itself; same shape and rules as the system dictionary. */
export default defineResource({
  name: "dict-biz",
  label: ["业务字典", "Business dictionary"],
  path: "/blade-system/dict-biz",
  title: "dictValue",
  record: "dialog",
  listShape: "forest",
  listRead: "parent-list",
  screen: "master-detail",
  dialogWidth: 880,
  unique: [["code", "dictKey"]],
  fields: {
    ...dictionary,
    parentId: treeRef("dict-biz", "上级字典", "Parent", { createOnly: true, visibleIn: ["view"], list: false }),
    ...dictionaryEntry,
  },
  details: { resource: "dict-biz", by: "parentId", label: ["字典项", "Entries"], with: { code: { field: "code" } }, read: "child-list" },
  reads: {
    "parent-list": { params: ["code", "dictValue", "isSealed"], where: { parentId: "0" } },
    "child-list": { params: ["parentId", "code", "dictValue"] },
    tree: { params: { code: "ignored" }, open: "signed-in" },
    dictionary: { params: { code: ["字典编号", "Code of the dictionary"] }, needs: ["code"], open: "signed-in" },
  },
});
