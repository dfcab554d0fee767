import { defineResource, ref, text } from "#schema";

/** Definitions that are proposed from a table of a data source or from a file, looked at, corrected, and taken along or written. */
export default defineResource({
  name: "code-proposal",
  label: ["从表生成定义", "Definitions from tables"],
  plural: "Definitions from tables",
  path: "/blade-develop/code-proposal",
  title: "tableName",
  scope: "platform",
  writeAccess: "administrator",
  derived: true,
  calls: [],
  screen: { page: "code-proposal" },
  fields: {
    datasourceId: ref("datasource", "数据源", "Datasource", { required: true }),
    tableName: text("表名", "Table", { required: true, max: 128 }),
  },
  reads: {
    tables: { shape: "custom", params: { datasourceId: ["数据源主键", "Id of the datasource"], search: ["表名所含文字", "A part of the name of the table"] }, needs: ["datasourceId"], permission: "codeproposal_read" },
    table: { shape: "custom", params: { datasourceId: ["数据源主键", "Id of the datasource"], table: ["表名", "Name of the table"], codeId: ["代码生成主键，代替数据源与表名", "Id of a code generation, instead of datasource and table"] }, permission: "codeproposal_read" },
    context: { shape: "custom", permission: "codeproposal_read" },
  },
  actions: {
    read: { label: ["读取文件", "Read a file"], on: "screen", send: "body", handler: true },
    preview: { label: ["预览", "Preview"], on: "screen", send: "body", handler: true },
    pack: { label: ["下载", "Download"], on: "screen", send: "body", download: true, handler: true },
    write: { label: ["写入文件", "Write the files"], on: "screen", send: "body", handler: true },
  },
});
