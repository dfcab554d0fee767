import { choice, datetime, defineResource, money, ref, region, text } from "#schema";

/** Goods that were sent again, since the first ones broke on their way. */
export default defineResource({
  name: "replacement",
  label: ["补发", "Replacement"],
  path: "/digit-bind/replacement",
  title: "subject",
  charts: {
    byProvince: { label: ["按省份", "By province"], by: "regionCode", as: "map", count: ["补发数", "Replacements"] },
    byDay: { label: ["按日", "By day"], by: "sentAt", as: "lines", count: ["补发数", "Replacements"] },
    byProduct: { label: ["补发金额前十的产品", "Products by value"], by: "productId", as: "ranking", sum: ["amount"] },
  },
  fields: {
    // In a report of the parcels that refer to it as 补发单 it is called 补发事由.
    subject: text("事由", "Subject", { required: true, max: 64, search: "like", joinedAs: { label: ["补发事由", "subject of the replacement"], replaces: ["补发单", "replacement"] } }),
    productId: ref("attr-owner", "产品", "Product", { search: "equal" }),
    regionCode: region("地区", "Region", { search: "equal" }),
    cause: choice("原因", "Cause", { options: [[1, "破损", "Broken"], [2, "丢失", "Lost"]], required: true, search: "equal" }),
    amount: money("补发金额", "Value", { min: 0 }),
    sentAt: datetime("补发时间", "Sent at", { search: "range", sortable: true }),
  },
});
