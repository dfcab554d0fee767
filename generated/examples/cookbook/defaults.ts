import { bool, choice, date, datetime, decimal, defineResource, integer, money, text } from "#schema";

/** Goods lent to a dealer. */
export default defineResource({
  name: "loan",
  label: ["借出单", "Loan"],
  path: "/digit-bind/loan",
  title: "name",
  fields: {
    name: text("名称", "Name", { required: true, max: 64, default: "样品" }),
    kind: choice("用途", "Purpose", { options: [[1, "展示", "Display"], [2, "品鉴", "Tasting"]], default: 2 }),
    isPaid: bool("收取押金", "With deposit", { default: 1, search: "equal", yes: ["收取", "Yes"], no: ["免收", "None"] }),
    lentAt: datetime("借出时间", "Lent at", { default: "now" }),
    dueDate: date("归还日期", "Due", { default: "+30d", min: "today", max: "+1y" }),
    num: integer("数量", "Quantity", { default: 1, min: 1 }),
    value: money("单价", "Value of one", { default: 100, min: 0 }),
    rate: decimal("押金比例", "Rate", { scale: 2, default: 0.5, min: 0, max: 1 }),
    deposit: money("押金", "Deposit", { readonly: true }),
  },
  formulas: { deposit: { if: { isPaid: 1 }, then: { multiply: ["num", "value", "rate"] }, else: 0 } },
});
