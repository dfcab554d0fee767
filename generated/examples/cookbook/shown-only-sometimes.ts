import { choice, date, defineResource, text } from "#schema";

/** How a visitor arrives. */
export default defineResource({
  name: "visitor",
  label: ["访客", "Visitor"],
  path: "/digit-bind/visitor",
  title: "name",
  fields: {
    name: text("姓名", "Name", { required: true, max: 32, search: "like" }),
    visitDate: date("来访日期", "Visits on", { required: true, default: "today", min: "today", max: "+3m" }),
    comesBy: choice("交通方式", "Comes by", { options: [[1, "步行", "On foot"], [2, "自驾", "Car"], [3, "出租车", "Taxi"]], required: true, default: 1 }),
    plate: text("车牌号", "Plate", { required: true, max: 8, showWhen: { comesBy: 2 } }),
    company: text("单位", "Company", { max: 64, showWhen: { comesBy: { not: 1 } } }),
  },
});
