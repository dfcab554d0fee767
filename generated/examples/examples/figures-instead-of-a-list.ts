import { date, defineResource, integer, lines, ref, text } from "#schema";

/** Complaints by day, province and product. */
export default defineResource({
  name: "complaint-report",
  label: ["投诉统计", "Complaint report"],
  path: "/digit-bind/complaint-report",
  title: "day",
  derived: true,
  key: "day",
  calls: [],
  screen: "dashboard",
  fields: {
    day: date("日期", "Day", { search: "range", list: false }),
    productId: ref("attr-owner", "产品", "Product", { search: "equal", filter: { ownerType: 1 }, list: false }),
    num: integer("投诉数", "Complaints", { list: false }),
    byDay: lines("按日", "By day", {
      chart: "lines",
      rowLink: { screen: "complaint", by: { happened: "day" }, keeps: { productId: "productId" }, holds: { kind: 3 } },
      fields: { day: date("日期", "Day"), num: integer("投诉数", "Complaints") },
    }),
    byProvince: lines("按省份", "By province", {
      chart: { map: "code" },
      rowLink: { screen: "complaint", by: { regionCode: "code" } },
      fields: { name: text("省份", "Province"), num: integer("投诉数", "Complaints") },
    }),
  },
  reads: { summary: { path: "/digit-bind/complaint-report/summary", params: { startDate: { about: ["开始日期", "First day"], is: "day" }, endDate: { about: ["结束日期", "Last day"], is: "day" }, productId: ["产品主键", "Id of the product"] }, exported: true } },
});
