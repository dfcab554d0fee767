import { createdAt, defineResource, enabled, ref, remark, sort, text } from "#schema";

/** Where finished goods leave the plant. */
export default defineResource({
  name: "loading-dock",
  label: ["装车口", "Loading dock"],
  path: "/digit-bind/loading-dock",
  title: "name",
  fields: {
    factoryId: ref("factory", "工厂", "Factory", { required: true, search: "equal" }),
    name: text("名称", "Name", { required: true, max: 64, search: "like", unique: "tenant" }),
    sort: sort(), status: enabled(), remark: remark(), createTime: createdAt(),
  },
});
