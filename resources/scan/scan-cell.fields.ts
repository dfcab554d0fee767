import { date, defineFields, integer, text } from "#schema";

/** Which figure of a day a row is: the cut it belongs to, and its key within the tenant. */
export default defineFields({
  cell: text("单元", "Cell", { required: true, max: 120, unique: "tenant" }),
  cut: integer("口径", "Cut"),
  day: date("日期", "Day"),
});
