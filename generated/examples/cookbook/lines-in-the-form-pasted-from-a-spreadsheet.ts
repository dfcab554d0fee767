import { codeOf, date, defineResource, integer, lines, money, ref, text } from "#schema";

/** What goods cost a dealer. */
export default defineResource({
  name: "price-list",
  label: ["价目表", "Price list"],
  path: "/digit-bind/price-list",
  title: "name",
  fields: {
    code: codeOf("编号", "Code"),
    name: text("名称", "Name", { required: true, max: 64, search: "like" }),
    validFrom: date("生效日期", "Valid from", { required: true }),
    prices: lines("价格明细", "Prices", {
      required: true, min: 1, max: 200,
      fields: {
        productId: ref("attr-owner", "产品", "Product", { required: true, filter: { ownerType: 1 } }),
        specId: ref("spec", "规格", "Spec", { required: true, within: "productId" }),
        num: integer("数量", "Quantity", { required: true, min: 1 }),
        price: money("单价", "Price", { required: true, min: 0 }),
        amount: money("金额", "Amount", { readonly: true }),
      },
      distinct: [["productId", "specId"]],
      formulas: { amount: { multiply: ["num", "price"] } },
    }),
    total: money("合计", "Total", { readonly: true, sortable: true }),
  },
  formulas: { total: { sum: "prices", of: "amount" } },
});
