import { defineResource, dict, ref, text } from "#schema";

/** A module whose definition is proposed from a table. The server never writes to the paths named here. */
export default defineResource({
  name: "code",
  label: ["代码生成", "Code generation"],
  plural: "Code generation",
  path: "/blade-develop/code",
  title: "codeName",
  scope: "platform",
  writeAccess: "administrator",
  fields: {
    datasourceId: ref("datasource", "数据源", "Datasource", { required: true, search: "equal" }),
    codeName: text("模块名", "Module", { required: ["请输入模块名", "Please enter the module name"], max: 64, search: "like" }),
    serviceName: text("服务名", "Service", { required: ["请输入服务名", "Please enter the service name"], max: 64, search: "like" }),
    tableName: text("表名", "Table", { required: ["请输入表名", "Please enter the table name"], max: 64, search: "like" }),
    tablePrefix: text("表前缀", "Table prefix", { required: true, max: 64, list: false }),
    pkName: text("主键名", "Key column", { required: true, max: 32, default: "id", list: false }),
    packageName: text("包名", "Package", { required: true, max: 500 }),
    baseMode: dict("yes_no", "基础业务", "Base entity", { integer: true, required: true, default: "2", list: false }),
    wrapMode: dict("yes_no", "包装器", "Wrapper", { integer: true, required: true, default: "2", list: false }),
    apiPath: text("后端生成路径", "Back-end path", { required: true, max: 2000, list: false }),
    webPath: text("前端生成路径", "Front-end path", { required: true, max: 2000, list: false }),
  },
  actions: {
    genCode: {
      label: ["代码生成", "Generate"], on: "selection", permission: "code_gen", with: { system: "saber" }, download: true, handler: true,
      confirm: ["是否生成选中模块的代码?", "Generate the code of the selected modules?"],
    },
    design: { label: ["预览定义", "Preview"], method: "none", path: "/tools/code-proposal?code={id}", permission: "code_gen" },
    copy: { label: ["复制", "Copy"], path: "/copy", handler: true },
  },
});
