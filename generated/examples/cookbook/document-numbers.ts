import { code, createdAt, defineResource, text } from "#schema";

/** A notice to all plants. */
export default defineResource({
  name: "circular",
  label: ["通知单", "Circular"],
  path: "/digit-bind/circular",
  title: "circularNo",
  numbering: { field: "circularNo", prefix: "TZ" },
  fields: {
    circularNo: code("通知单号", "Circular no.", { max: 32, unique: "tenant", search: "like", readonly: true }),
    subject: text("主题", "Subject", { required: true, max: 128, search: "like" }),
    createTime: createdAt(),
  },
});
