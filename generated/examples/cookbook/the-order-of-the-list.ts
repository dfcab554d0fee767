import { createdAt, date, defineResource, integer, text } from "#schema";

/** A meeting with a dealer: newest first. */
export default defineResource({
  name: "meeting",
  label: ["会议", "Meeting"],
  path: "/digit-bind/meeting",
  title: "subject",
  date: "day",
  fields: {
    subject: text("主题", "Subject", { required: true, max: 64, search: "like" }),
    day: date("日期", "Day", { required: true, search: "range" }),
    people: integer("人数", "People", { min: 1, sortable: true }),
    createTime: createdAt(),
  },
});
