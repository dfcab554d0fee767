import { datetime, defineResource, text, textarea } from "#schema";

/** A report of the external designer. Files are made there; here they are listed and removed. */
export default defineResource({
  name: "report",
  label: ["报表文件", "Report file"],
  path: "/blade-report/report/rest",
  title: "name",
  scope: "platform",
  writeAccess: "administrator",
  calls: ["list", "remove"],
  screen: "table",
  fields: {
    name: text("文件名", "File name", { max: 100, search: "like" }),
    content: textarea("文件内容", "Content", { max: 200000, visibleIn: [] }),
    createTime: datetime("创建时间", "Created", { search: "range", readonly: true, sortable: true }),
    updateTime: datetime("更新时间", "Updated", { readonly: true, sortable: true }),
  },
  actions: {
    preview: { label: ["查看", "Preview"], method: "GET", path: "/blade-report/ureport/preview", idParam: "_u", idField: "name", permission: "report_view", handler: true },
    design: { label: ["配置", "Design"], method: "GET", path: "/blade-report/ureport/designer", idParam: "_u", idField: "name", permission: "report_setting", handler: true },
  },
});
