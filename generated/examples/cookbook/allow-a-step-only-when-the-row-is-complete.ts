import { createdAt, date, defineResource, file, money, state, text } from "#schema";

/** Goods that leave for an exhibition. */
export default defineResource({
  name: "exhibit",
  label: ["展品", "Exhibit"],
  path: "/digit-bind/exhibit",
  title: "name",
  fields: {
    name: text("名称", "Name", { required: true, max: 64, search: "like" }),
    insuredUntil: date("保险至", "Insured until"),
    value: money("价值", "Value", { min: 0 }),
    policy: file("保单", "Policy", { accept: "pdf" }),
    status: state("状态", "Status", { stored: [0, "在库", "Stored"], out: [1, "外出", "Out", "orange"] }, { search: "equal" }),
    createTime: createdAt(),
  },
  actions: {
    lend: {
      label: ["借出", "Lend"], from: "stored", to: "out",
      when: { insuredUntil: { ge: "today" }, value: { gt: 0 }, policy: { empty: false } },
    },
    bringBack: { label: ["归还", "Bring back"], from: "out", to: "stored" },
  },
});
