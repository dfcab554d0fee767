import { choice, defineResource, integer, money, ref, text } from "#schema";

/** An offer to a dealer. */
export default defineResource({
  name: "offer",
  label: ["报价", "Offer"],
  path: "/digit-bind/offer",
  title: "name",
  fields: {
    name: text("名称", "Name", { required: true, max: 64 }),
    productId: ref("attr-owner", "产品", "Product", { required: true, filter: { ownerType: 1 } }),
    specId: ref("spec", "规格", "Spec", { within: "productId" }),
    kind: choice("报价方式", "Kind", { options: [[1, "单价", "By piece"], [2, "总价", "Fixed sum"]], required: true, default: 1 }),
    num: integer("数量", "Quantity", { min: 1, showWhen: { kind: 1 } }),
    price: money("单价", "Price", { min: 0, showWhen: { kind: 1 } }),
    sum: money("总价", "Sum", { min: 0, showWhen: { kind: 2 } }),
    amount: money("报价金额", "Amount", { readonly: true }),
  },
  formulas: { amount: { if: { kind: 1 }, then: { multiply: ["num", "price"] }, else: "sum" } },
});
