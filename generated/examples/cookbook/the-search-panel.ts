import { choice, code, createdAt, date, defineResource, integer, ref, region, text } from "#schema";

/** A complaint of a consumer. */
export default defineResource({
  name: "complaint",
  label: ["投诉", "Complaint"],
  path: "/digit-bind/complaint",
  title: "subject",
  fields: {
    ticket: code("工单号", "Ticket", { required: true, max: 32, unique: "tenant", search: "equal" }),
    subject: text("主题", "Subject", { required: true, max: 128, search: "like" }),
    kind: choice("类型", "Kind", { options: [[1, "质量", "Quality"], [2, "物流", "Delivery"], [3, "假货", "Counterfeit", "red"]], required: true, search: "in" }),
    productId: ref("attr-owner", "产品", "Product", { filter: { ownerType: 1 }, search: "in" }),
    regionCode: region("地区", "Region", { search: "equal" }),
    num: integer("数量", "Quantity", { min: 1, search: "range" }),
    happened: date("发生日期", "Happened on", { search: "range" }),
    createTime: createdAt(),
  },
});
