import { code, codeDetailPage, datetime, decimal, defineResource, ref, text } from "#schema";

/** What a sensor in a warehouse measured. */
export default defineResource({
  name: "temperature-log",
  label: ["温度记录", "Temperature"],
  path: "/digit-bind/temperature-log",
  title: "sensor",
  screen: "readonly-table",
  calls: ["list", "detail"],
  unbounded: true,
  listNeeds: ["sensor", "code"],
  exportPath: "/export-log",
  listParams: { placed: { yes: { label: ["有位置", "With a place"], field: "place", is: "filled" }, no: { label: ["无位置", "Without a place"], field: "place", is: "empty" } } },
  eventsOf: { at: "measured", of: { warehouseId: ["warehouse"] } },
  indexes: [["sensor", "measured"], ["code", "measured"], ["warehouseId", "measured"], ["measured"], ["createUser"]],
  containsIndexes: ["place"],
  fields: {
    sensor: text("传感器", "Sensor", { max: 32, search: "equal" }),
    code: code("托盘码", "Pallet code", { max: 128, search: "equal", leadsTo: codeDetailPage }),
    lot: code("批次", "Lot", { max: 32, leadsTo: { screen: "stock-in-doc", by: "docNo" } }),
    place: text("位置", "Place", { max: 64, search: "like" }),
    warehouseId: ref("warehouse", "仓库", "Warehouse", { list: false }),
    measured: datetime("测量时间", "Measured at", { search: "range", sortable: true }),
    temperature: decimal("温度", "Temperature", { scale: 1, min: -60, max: 90, unit: ["℃", "°C"] }),
  },
});
