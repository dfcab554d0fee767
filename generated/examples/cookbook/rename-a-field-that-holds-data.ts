import { date, defineResource, text } from "#schema";

/** A vehicle, whose insurance date got a better name. */
export default defineResource({
  name: "vehicle",
  label: ["车辆", "Vehicle"],
  path: "/digit-bind/vehicle",
  title: "plate",
  fields: {
    plate: text("车牌号", "Plate", { required: true, max: 8, unique: "tenant" }),
    insuredUntil: date("保险至", "Insured until", { search: "range", renamedFrom: "insuranceDate" }),
  },
});
