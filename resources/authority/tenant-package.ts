import { defineResource, refs, text } from "#schema";

/** What a tenant may use: a set of menus. Bound to a tenant it cannot be removed. */
export default defineResource({
  name: "tenant-package",
  label: ["租户产品包", "Tenant package"],
  path: "/blade-system/tenant-package",
  title: "packageName",
  scope: "platform",
  writeAccess: "administrator",
  buttons: { view: false },
  fields: {
    packageName: text("产品包名称", "Package name", { required: true, max: 50, search: "like", unique: "global" }),
    menuId: refs("menu", "菜单", "Menus", { required: true }),
    remark: text("备注", "Remark"),
  },
});
