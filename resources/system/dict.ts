import { defineResource, treeRef } from "#schema";
import dictionaryEntry from "./dictionary-entry.fields.ts";
import dictionary from "./dictionary.fields.ts";

/**
 * A list of choices that the whole platform shares. Entries stand below their dictionary and carry its code; sealed ones can no longer be
 * chosen.
 */
export default defineResource({
  name: "dict",
  label: ["系统字典", "System dictionary"],
  path: "/blade-system/dict",
  title: "dictValue",
  record: "dialog",
  scope: "platform",
  writeAccess: "administrator",
  listShape: "forest",
  listRead: "parent-list",
  screen: "master-detail",
  dialogWidth: 880,
  unique: [["code", "dictKey"]],
  fields: {
    ...dictionary,
    parentId: treeRef("dict", "上级字典", "Parent", { createOnly: true, visibleIn: ["view"], list: false }),
    ...dictionaryEntry,
  },
  details: { resource: "dict", by: "parentId", label: ["字典项", "Entries"], with: { code: { field: "code" } }, read: "child-list" },
  reads: {
    "parent-list": { params: ["code", "dictValue", "isSealed"], where: { parentId: "0" } },
    "child-list": { params: ["parentId", "code", "dictValue"] },
    tree: { params: { code: "ignored" }, open: "signed-in" },
    dictionary: { params: { code: ["字典编号", "Code of the dictionary"] }, needs: ["code"], open: "signed-in" },
  },
});
