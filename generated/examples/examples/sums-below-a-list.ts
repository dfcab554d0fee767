import { choice, datetime, defineResource, money, text } from "#schema";

/** Money that went into a till or out of it. */
export default defineResource({
  name: "till-entry",
  label: ["收银流水", "Till entry"],
  path: "/digit-bind/till-entry",
  title: "reason",
  totals: {
    taken: { label: ["收入合计", "Taken"], sum: "amount", where: { direction: 1 } },
    left: { label: ["净额", "Left"], sum: "amount", where: { direction: 1 }, less: { direction: 2 } },
  },
  fields: {
    reason: text("事由", "Reason", { required: true, max: 64, search: "like" }),
    direction: choice("收支", "Direction", { options: [[1, "收入", "In"], [2, "支出", "Out"]], required: true, search: "equal" }),
    amount: money("金额", "Amount", { required: true, min: 0.01 }),
    takenAt: datetime("时间", "Time", { search: "range", sortable: true }),
    receipt: text("票据号", "Receipt", { max: 32 }),
  },
  defaultColumns: ["reason", "amount", "direction", "takenAt"],
  defaultSort: { field: "takenAt", descending: true },
});
