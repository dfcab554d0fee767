import { createdAt, date, defineResource, image, money, phone, state, text } from "#schema";

/** A repair, looked up by mechanics on their phones. */
export default defineResource({
  name: "repair",
  label: ["维修单", "Repair"],
  path: "/digit-bind/repair",
  title: "subject",
  date: "dueDate",
  fields: {
    subject: text("故障", "Fault", { required: true, max: 64, search: "like" }),
    picture: image("照片", "Photograph"),
    dueDate: date("期限", "Due", { required: true, search: "range" }),
    cost: money("费用", "Cost", { min: 0, sortable: true }),
    contact: text("联系人", "Contact", { max: 32 }),
    phone: phone("电话", "Phone", { mobile: true }),
    note: text("备注", "Note", { list: false }),
    status: state("状态", "Status", { open: [0, "待修", "Open", "orange"], done: [1, "已修", "Done", "green"] }, { search: "equal" }),
    createTime: createdAt(),
  },
  actions: { finish: { label: ["完成", "Finish"], from: "open", to: "done" } },
});
