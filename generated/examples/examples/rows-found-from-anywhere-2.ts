import { defineResource, ref, text, textarea } from "#schema";

/** A box in a parcel. */
export default defineResource({
  name: "parcel-box",
  label: ["箱子", "Box"],
  path: "/digit-bind/parcel-box",
  title: "boxNo",
  screen: "none",
  fields: {
    parcelId: ref("parcel", "包裹", "Parcel", { required: true, createOnly: true, search: "equal" }),
    boxNo: text("箱号", "Box no.", { required: true, max: 32 }),
    codes: textarea("箱内码", "Codes inside", { valuePerLine: true, max: 20000, help: ["一行一个", "One per line"] }),
  },
});
