import { date, defineResource, ref, text } from "#schema";

/** A visit of the field service about a tray. */
export default defineResource({
  name: "field-visit",
  label: ["现场走访", "Field visit"],
  path: "/digit-bind/field-visit",
  title: "subject",
  ofChannels: { docDetailId: ["doc-detail"] },
  fields: {
    subject: text("主题", "Subject", { required: true, max: 64, search: "like" }),
    docDetailId: ref("doc-detail", "单据明细", "Document line", { search: "equal" }),
    day: date("日期", "Day", { required: true }),
  },
});
