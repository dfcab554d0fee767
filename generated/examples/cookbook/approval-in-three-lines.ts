import { createdAt, date, defineResource, money, state, text } from "#schema";

/** Money that somebody has spent for the company, and wants back. */
export default defineResource({
  name: "expense-claim",
  label: ["报销单", "Expense claim"],
  path: "/digit-bind/expense-claim",
  title: "purpose",
  editableWhen: { status: 0 },
  fields: {
    purpose: text("事由", "Purpose", { required: true, max: 64, search: "like" }),
    amount: money("金额", "Amount", { required: true, min: 0.01 }),
    spentOn: date("日期", "Spent on", { required: true, max: "today" }),
    account: text("科目", "Account", { max: 32 }),
    status: state("状态", "Status", {
      draft: [0, "草稿", "Draft"],
      review: [1, "审批中", "In approval", "blue"],
      approved: [2, "已批准", "Approved", "green"],
    }, { search: "equal" }),
    createTime: createdAt(),
  },
  actions: { handIn: { label: ["提交", "Hand in"], from: "draft", to: "approved" } },
  approval: { category: "expense", of: "handIn", pending: "review", editable: ["account"] },
});
