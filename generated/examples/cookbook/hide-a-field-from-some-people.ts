import { defineResource, money, phone, ref, text } from "#schema";

/** What a driver earns. */
export default defineResource({
  name: "driver",
  label: ["司机", "Driver"],
  path: "/digit-bind/driver",
  title: "name",
  grants: { warehouse: "write", production: ["view", "sensitive"] },
  fields: {
    name: text("姓名", "Name", { required: true, max: 32, search: "like" }),
    phone: phone("电话", "Phone", { mobile: true, sensitive: true }),
    salary: money("工资", "Salary", { min: 0, sensitive: true, list: false }),
    tenantNote: text("平台备注", "Platform's note", { administratorOnly: true, list: false }),
    deptId: ref("dept", "部门", "Department", { search: "equal" }),
  },
});
