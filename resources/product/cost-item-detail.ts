import { date, decimal, defineResource, file, integer, money, ref, remark, text } from "#schema";

/** What one cost item came to for a product on a day. All lines of a product and a day are read together. */
export default defineResource({
  name: "cost-item-detail",
  label: ["成本明细", "Cost detail"],
  path: "/digit-marketing/costitemdetail",
  title: "costItemId",
  calls: ["list", "submit", "remove"],
  screen: "table",
  unique: [["spuId", "recordTime", "costItemId"]],
  date: "recordTime",
  mainColumns: ["spuId", "amount"],
  fields: {
    recordTime: date("记录日期", "Record date", { required: true, default: "today", search: "range" }),
    spuId: ref("product-spu", "产品", "SPU", { required: true, search: "equal" }),
    costItemId: ref("cost-item", "成本项", "Cost item", { required: true, search: "equal" }),
    quantity: decimal("用量", "Quantity", { required: true, min: 0, scale: 4, default: 1 }),
    unitPrice: money("单价", "Unit price", { required: true, min: 0 }),
    amount: money("金额", "Amount", { readonly: true, sortable: true }),
    outputNum: integer("产量", "Output quantity", { min: 0, list: false }),
    supplier: text("供应方", "Supplier", { max: 64, search: "like" }),
    voucher: file("凭证", "Voucher"),
    remark: remark(),
  },
  formulas: { amount: { multiply: ["quantity", "unitPrice"] } },
  reads: {
    detail: { params: { recordTime: ["记录时间", "Time of the record"], spuId: ["产品主键", "Id of the product"] }, needs: ["recordTime", "spuId"] },
  },
});
