import { createdAt, defineResource, refs, text, treeRef } from "#schema";

/** A car of the pool. */
export default defineResource({
  name: "pool-car",
  label: ["公务车", "Pool car"],
  path: "/digit-bind/pool-car",
  title: "plate",
  treeFilter: "deptId",
  fields: {
    plate: text("车牌号", "Plate", {
      required: true, max: 8, unique: "tenant", search: "like",
      pattern: "^[A-Z][A-Z0-9]{5,6}$", capitals: true, patternMessage: ["车牌号格式不正确", "This is not a plate number"],
    }),
    deptId: treeRef("dept", "使用部门", "Department", { required: true, search: "equal" }),
    driverIds: refs("user", "驾驶员", "Drivers", { show: "realName" }),
    createTime: createdAt(),
  },
});
