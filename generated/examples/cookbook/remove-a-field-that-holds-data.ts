import { date, defineResource, text } from "#schema";

/** A vehicle with a date that is stored, but shown in the view only. */
export default defineResource({
  name: "old-vehicle",
  label: ["旧车辆", "Old vehicle"],
  path: "/digit-bind/old-vehicle",
  title: "plate",
  fields: {
    plate: text("车牌号", "Plate", { required: true, max: 8, unique: "tenant" }),
    insuranceDate: date("保险日期", "Insurance date", { readonly: true, list: false, visibleIn: ["view"] }),
  },
});
