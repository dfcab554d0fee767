import { code, defineResource, text } from "#schema";

/** Something that is repaired. */
export default defineResource({
  name: "repair-job",
  label: ["维修单", "Repair"],
  path: "/digit-bind/repair-job",
  title: "repairNo",
  screen: "master-detail",
  fields: { repairNo: code("维修单号", "Repair no.", { search: "like", unique: "tenant", readonly: true }), device: text("设备", "Device", { required: true }) },
  mainColumns: ["device"],
  numbering: { field: "repairNo", prefix: "WX" },
  details: { resource: "repair-part", by: "repairId" },
  related: [{ resource: "repair-visit", by: "repairId" }],
});
