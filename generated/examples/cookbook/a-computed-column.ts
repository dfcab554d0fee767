import { defineResource, integer, text } from "#schema";

/** A run of the filling line. */
export default defineResource({
  name: "filling-run",
  label: ["灌装批次", "Filling run"],
  path: "/digit-bind/filling-run",
  title: "batchNo",
  fields: {
    batchNo: text("批次号", "Batch", { required: true, max: 32, unique: "tenant" }),
    made: integer("产量", "Made", { required: true, min: 0 }),
    rejected: integer("不合格", "Rejected", { required: true, min: 0, default: 0 }),
    good: integer("合格", "Good", { readonly: true, search: "range", sortable: true }),
  },
  rules: { rejects: { check: { rejected: { le: { field: "made" } } } } },
  formulas: { good: { subtract: ["made", "rejected"] } },
});
