import { code, decimal, defineResource, text } from "#schema";

/** A currency that prices may be in. */
export default defineResource({
  name: "currency",
  label: ["币种", "Currency"],
  plural: "Currencies in use",
  path: "/digit-bind/currency",
  title: "name",
  scope: "platform",
  writeAccess: "administrator",
  key: "code",
  listShape: "rows",
  permission: "fx",
  buttons: { view: false },
  removableWhenReferenced: { note: ["已使用该币种的单据保持不变", "Documents in this currency stay as they are."] },
  notes: "A rate counts from the day on which it is written; documents keep the one they were made with.",
  fields: {
    code: code("编号", "Code", { required: true, max: 3, pattern: "^[A-Z]{3}$", unique: "global", createOnly: true, search: "like" }),
    name: text("名称", "Name", { required: true, max: 32, search: "like" }),
    rate: decimal("汇率", "Rate", { scale: 6, required: true, min: 0, help: ["1 单位折合人民币", "What one is worth in yuan"] }),
  },
  seed: [{ code: "CNY", name: "人民币", rate: "1" }],
});
