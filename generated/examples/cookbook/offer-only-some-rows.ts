import { choice, codeOf, defineResource, ref } from "#schema";

/** A part that is kept in stock for repairs. */
export default defineResource({
  name: "spare-part",
  label: ["备件", "Spare part"],
  path: "/digit-bind/spare-part",
  title: "code",
  fields: {
    code: codeOf("备件编号", "Part no."),
    ownerType: choice("用于", "Used for", { options: [[1, "产品", "Products"], [2, "原料", "Raw materials"]], required: true, default: 1 }),
    ownerId: ref("attr-owner", "对象", "Subject", { filter: { ownerType: { field: "ownerType" } }, search: "equal" }),
    warehouseId: ref("warehouse", "仓库", "Warehouse", { filter: { status: 1, warehouseType: [1, 2] }, search: "in" }),
  },
});
