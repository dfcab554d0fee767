import { date, defineFields, integer } from "#schema";

/** The day and the size of a stock document. */
export default defineFields({
  bizDate: date("业务日期", "Business date", { required: true, default: "today", search: "range" }),
  planNum: integer("计划数量（最小单位）", "Planned base units", { readonly: true }),
});
