import { choice, date, defineResource, money, text } from "#schema";

/** A contract with a supplier. */
export default defineResource({
  name: "contract",
  label: ["合同", "Contract"],
  path: "/digit-bind/contract",
  title: "name",
  fields: {
    name: text("合同名称", "Name", { required: true, max: 64, search: "like" }),
    kind: choice("类型", "Kind", { options: [[1, "固定期限", "Fixed term"], [2, "无固定期限", "Open-ended"]], required: true, default: 1 }),
    validFrom: date("生效日期", "Valid from", { required: true }),
    validTo: date("失效日期", "Valid to"),
    amount: money("金额", "Amount", { min: 0 }),
    deposit: money("定金", "Deposit", { min: 0 }),
  },
  rules: {
    period: { check: { validTo: { ge: { field: "validFrom" } } } },
    deposit: {
      check: { deposit: { le: { field: "amount" } } },
      when: { kind: 1 },
      message: ["定金不能超过合同金额", "The deposit cannot exceed the amount"],
    },
  },
});
