import { date, defineFields, text } from "#schema";

/** What every inspected thing has. */
export default defineFields({
  inspector: text("检验员", "Inspector", { max: 32, search: "like" }),
  inspectedOn: date("检验日期", "Inspected on", { max: "today", search: "range" }),
});
