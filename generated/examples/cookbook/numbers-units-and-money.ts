import { decimal, defineResource, integer, money, text } from "#schema";

/** What a tank holds. */
export default defineResource({
  name: "tank",
  label: ["储罐", "Tank"],
  path: "/digit-bind/tank",
  title: "name",
  fields: {
    name: text("名称", "Name", { required: true, max: 64 }),
    volume: decimal("容积", "Volume", { scale: 3, min: 0, unit: ["立方米", "m³"], search: "range", sortable: true }),
    filled: integer("充装率", "Filled", { min: 0, max: 100, unit: ["%", "%"] }),
    price: money("造价", "Price", { min: 0, search: "range" }),
    unitPrice: money("单位造价", "Price per m³", { scale: 4, readonly: true }),
    lowest: integer("最低温度", "Lowest temperature", { min: -40, max: 60, unit: ["℃", "°C"] }),
  },
  formulas: { unitPrice: { divide: ["price", "volume"] } },
});
