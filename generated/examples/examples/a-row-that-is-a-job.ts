import { choice, defineResource, integer, message, progress, text } from "#schema";

/** An import that another system runs, and reports to us. */
export default defineResource({
  name: "outside-import",
  label: ["外部导入", "Outside import"],
  path: "/digit-bind/outside-import",
  title: "name",
  screen: "readonly-table",
  calls: ["list", "detail"],
  fields: {
    name: text("名称", "Name", { required: true, max: 64, search: "like" }),
    status: choice("状态", "Status", { options: [[1, "等待中", "Waiting"], [2, "执行中", "Running"], [3, "成功", "Succeeded"], [4, "失败", "Failed"]], search: "equal" }),
    progress: progress("进度", "Progress", { isJob: true }),
    progressDone: integer("已完成", "Done", { list: false, visibleIn: [] }),
    progressTotal: integer("总数", "Of", { list: false, visibleIn: [] }),
    progressNote: message("进度说明", "Progress note", { list: false, visibleIn: [] }),
    error: message("错误", "Error"),
  },
});
