import { datetime, defineResource, ref, state, text } from "#schema";

/** A booking of a room. */
export default defineResource({
  name: "room-booking",
  label: ["会议室预订", "Room booking"],
  path: "/digit-bind/room-booking",
  title: "subject",
  date: "begins",
  fields: {
    subject: text("主题", "Subject", { required: true, max: 64, search: "like" }),
    room: text("会议室", "Room", { required: true, max: 32, search: "equal" }),
    begins: datetime("开始时间", "Begins", { required: true, search: "range" }),
    ends: datetime("结束时间", "Ends", { required: true }),
    hostId: ref("user", "主持人", "Host", { search: "equal" }),
    status: state("状态", "Status", { booked: [0, "已预订", "Booked", "green"], cancelled: [1, "已取消", "Cancelled"] }, { search: "equal" }),
  },
  rules: { order: { check: { ends: { gt: { field: "begins" } } } } },
  noOverlap: {
    booking: {
      per: ["room"], from: "begins", to: "ends", where: { status: 0 },
      message: ["该时段会议室已被预订", "The room is taken at that time"],
    },
  },
  actions: { cancel: { label: ["取消", "Cancel"], from: "booked", to: "cancelled" } },
});
