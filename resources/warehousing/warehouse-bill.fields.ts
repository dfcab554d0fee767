import { choice, defineFields } from "#schema";

/** Where a bill of a warehouse comes from: entered by people, or taken over from another system or a file. */
export default defineFields({
  sourceSystem: choice("来源", "Source", { options: [[1, "手工", "By hand"], [2, "ERP 同步", "ERP", "blue"], [3, "文件导入", "File", "cyan"]], offered: [1, 2], default: 1, search: "equal" }),
});
