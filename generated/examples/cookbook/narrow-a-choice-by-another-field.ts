import { codeOf, defineResource, ref, text } from "#schema";

/** Where a machine stands. */
export default defineResource({
  name: "machine",
  label: ["机台", "Machine"],
  path: "/digit-bind/machine",
  title: "name",
  fields: {
    code: codeOf("机台编号", "Machine no."),
    name: text("机台名称", "Name", { required: true, max: 64, search: "like" }),
    factoryId: ref("factory", "工厂", "Factory", { required: true, search: "equal" }),
    shopId: ref("shop", "车间", "Workshop", { required: true, within: "factoryId", search: "equal" }),
    prodLineId: ref("prod-line", "生产线", "Production line", { within: "shopId" }),
  },
});
