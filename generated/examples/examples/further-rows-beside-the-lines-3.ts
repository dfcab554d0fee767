import { date, defineResource, ref, remark } from "#schema";

/** A visit of a technician. */
export default defineResource({
  name: "repair-visit",
  label: ["上门记录", "Repair visit"],
  path: "/digit-bind/repair-visit",
  title: "visitDate",
  record: "page",
  fields: {
    repairId: ref("repair-job", "维修单", "Repair", { required: true, search: "equal", createOnly: true }),
    visitDate: date("日期", "Date", { required: true, default: "today" }),
    remark: remark(),
  },
});
