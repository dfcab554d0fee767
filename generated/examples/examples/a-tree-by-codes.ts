import { code, defineResource, integer, text } from "#schema";

/** A class of goods of the national list. */
export default defineResource({
  name: "goods-class",
  label: ["商品大类", "Goods class"],
  path: "/digit-bind/goods-class",
  title: "name",
  scope: "platform",
  writeAccess: "administrator",
  singlePermission: { name: "setting", label: ["大类维护", "Maintain classes"] },
  key: "code",
  screen: "lazy-tree",
  tree: { parent: "parentCode", root: "00", level: "level", ancestors: "ancestors" },
  fields: {
    parentCode: code("上级编号", "Parent code", { required: true, max: 12, default: "00", search: "equal", createOnly: true }),
    code: code("编号", "Code", { required: true, max: 12, pattern: "^[0-9]{2,12}$", search: "like", unique: "global", createOnly: true }),
    name: text("名称", "Name", { required: true, max: 64, search: "like" }),
    level: integer("层级", "Level", { readonly: true }),
    ancestors: text("祖级", "Ancestors", { readonly: true, list: false }),
  },
  reads: {
    "lazy-list": { params: ["parentCode", "code", "name"] },
    "lazy-tree": { params: ["parentCode", "code", "name"], open: "signed-in" },
  },
});
