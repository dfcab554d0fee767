import { datetime, defineResource, icon, json, refs, text, textarea } from "#schema";

/**
 * A report over the rows of one resource: what it groups, adds up and filters. Users see the figures of the rows that they may read. It is designed on a page of its own.
 */
export default defineResource({
  name: "report",
  label: ["报表", "Report"],
  path: "/blade-report/report/rest",
  title: "name",
  defaultColumns: ["name", "remark", "roleIds", "updateTime"],
  gallery: ["look"],
  // They are made and looked at on pages of their own.
  buttons: { add: false, view: false },
  fields: {
    name: text("报表名称", "Name", { required: ["请输入报表名称", "Please enter the name of the report"], max: 100, search: "like", width: 260, english: "nameEn" }),
    nameEn: text("英文名称", "English name", { max: 100, help: ["英文界面显示；为空时显示报表名称", "Shown in English; if it is empty, the name is shown"] }),
    remark: textarea("说明", "Description", { max: 500, width: 360 }),
    definition: json("报表定义", "Definition", { visibleIn: [] }),
    // What it is drawn as; written with its definition, which lists do not answer.
    look: icon("图示", "Kind of chart", { readonly: true, list: false, visibleIn: [] }),
    roleIds: refs("role", "可查看的角色", "Roles that see it", {
      help: ["为空时所有可查看报表的用户均可打开；数据始终按查看人的权限计算", "If empty, everybody who may read reports; the figures are always those of the reader’s own rights"],
    }),
    content: textarea("文件内容", "Content of a file", { max: 200000, visibleIn: [], help: ["从外部设计器带来的报表文件", "Of report files that came from an external designer"] }),
    createTime: datetime("创建时间", "Created", { search: "range", readonly: true, sortable: true }),
    updateTime: datetime("更新时间", "Updated", { readonly: true, sortable: true }),
  },
  reads: {
    // A report with its figures, by its id, or by `_u` as other systems name it; its file as a `table` or as a `pivot` (`view`).
    run: { path: "/blade-report/ureport/preview", shape: "custom", permission: "report_view", params: { id: ["报表主键", "Id of the report"], _u: ["报表名，以 blade- 开头，代替主键", "Name of the report behind blade-, in place of its id"], view: ["文件的版式：table 表格，pivot 交叉表", "Layout of the file: table or pivot"] }, exported: true },
    // What the designer offers: the resources, or the fields of one.
    offered: { path: "/blade-report/ureport/designer", shape: "custom", permission: "report_setting", params: { resource: ["资源名，缺省列出资源", "A resource, for its fields; the resources without it"] } },
    // The figures of a definition that is not saved yet.
    try: { method: "POST", shape: "custom", permission: "report_setting", params: { definition: ["报表定义", "Definition of the report"] } },
  },
  actions: {
    open: { label: ["打开", "Open"], method: "none", path: "/desk/report/open/{id}", permission: "report_view" },
    design: { label: ["设计", "Design"], method: "none", path: "/desk/report/design/{id}", permission: "report_setting" },
    draw: { label: ["新建报表", "New report"], on: "toolbar", method: "none", path: "/desk/report/design", permission: "report_setting" },
  },
  grants: { warehouse: "read", production: "read", marketing: ["view", "add", "edit", "design"] },
});
