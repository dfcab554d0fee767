import { defineResource, integer, ref, text } from "#schema";

/** A part that a repair needs. */
export default defineResource({
  name: "repair-part",
  label: ["维修配件", "Repair part"],
  path: "/digit-bind/repair-part",
  title: "partName",
  lockFirst: ["repairId"],
  fields: {
    repairId: ref("repair-job", "维修单", "Repair", { required: true, search: "equal", createOnly: true }),
    partName: text("配件", "Part", { required: true }),
    num: integer("数量", "Quantity", { required: true, min: 1 }),
  },
});
