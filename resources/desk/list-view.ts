import { bool, choice, datetime, defineResource, integer, json, refs, text } from "#schema";
import { audiences } from "./view-audience.options.ts";

/** What a list shows under a name: its filters, order, columns and row height. Everybody has views of their own; shared ones are for roles or for all. */
export default defineResource({
  name: "list-view",
  label: ["列表视图", "List view"],
  path: "/blade-desk/list-view",
  title: "name",
  permission: "list_view",
  unbounded: true,
  indexes: [["createUser"], ["audience"]],
  calls: [],
  finalRemoval: true,
  screen: "none",
  fields: {
    listName: text("所属列表", "List", { max: 64, required: true, readonly: true }),
    name: text("视图名称", "Name", { max: 60, required: ["请输入视图名称", "Please enter the name of the view"] }),
    content: json("视图内容", "What it shows", { visibleIn: [], readonly: true }),
    audience: choice("共享范围", "Who sees it", { options: audiences, required: true, default: "private" }),
    roleIds: refs("role", "可使用的角色", "Roles that see it", { showWhen: { audience: "roles" }, requiredWhen: { audience: "roles" } }),
    isDefault: bool("默认打开", "Opens with the list", {
      default: 0, required: true,
      help: ["打开列表时直接显示此视图，对可使用它的人生效", "The list opens with this view, for everybody who sees it"],
    }),
    // It can be taken back until the person adds another view.
    removedTime: datetime("删除时间", "Removed", { visibleIn: [], readonly: true }),
    updateTime: datetime("更新时间", "Updated", { readonly: true }),
  },
  reads: {
    // Those that the caller sees, of all lists that they may read.
    visible: { shape: "custom", open: "signed-in" },
    // What conditions of a list may be about.
    fields: { shape: "custom", open: "signed-in", params: { list: ["所属列表", "List"] } },
  },
  actions: {
    addView: {
      label: ["另存为视图", "Save as view"], on: "screen", path: "/add-view", open: "signed-in", send: "body", handler: true,
      params: {
        listName: text("所属列表", "List", { max: 64, required: true }),
        name: text("视图名称", "Name", { max: 60, required: ["请输入视图名称", "Please enter the name of the view"] }),
        content: json("视图内容", "What it shows", { required: true }),
        isDefault: bool("默认打开", "Opens with the list", { default: 0 }),
      },
    },
    saveView: {
      label: ["保存视图", "Save view"], path: "/save-view", open: "signed-in", send: "body", handler: true,
      params: {
        content: json("视图内容", "What it shows", { required: true }),
        // As it was read: a later change by somebody else is not overwritten unseen.
        version: integer("版本", "Version"),
      },
    },
    renameView: {
      label: ["重命名视图", "Rename view"], path: "/rename-view", open: "signed-in", send: "body", handler: true,
      ask: ["name", "isDefault"],
    },
    shareView: {
      label: ["共享视图", "Share view"], path: "/share-view", permission: "list_view_share", send: "body", handler: true,
      ask: ["audience", "roleIds", "isDefault"],
    },
    removeView: { label: ["删除视图", "Remove view"], path: "/remove-view", open: "signed-in", send: "body", handler: true },
    restoreView: { label: ["恢复视图", "Restore view"], path: "/restore-view", open: "signed-in", send: "body", handler: true },
  },
});
