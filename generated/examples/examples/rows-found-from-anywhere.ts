import { code, defineResource, phone, state } from "#schema";

/** A parcel. */
export default defineResource({
  name: "parcel",
  label: ["包裹", "Parcel"],
  path: "/digit-bind/parcel",
  title: "parcelNo",
  fields: {
    parcelNo: code("包裹号", "Parcel no.", { required: true, max: 32, search: "like", unique: "tenant" }),
    receiverPhone: phone("收件电话", "Receiver phone", { required: true, sensitive: true }),
    status: state("状态", "Status", { packed: [0, "已打包", "Packed"], sent: [1, "已寄出", "Sent", "green"] }),
  },
  events: { send: { from: "packed", to: "sent" } },
  quickFind: { by: ["parcelNo", "receiverPhone", { resource: "parcel-box", by: "parcelId", field: "codes" }], shows: ["receiverPhone"] },
});
