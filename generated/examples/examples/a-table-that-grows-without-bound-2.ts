import { date, decimal, defineResource, text } from "#schema";

/** The highest temperature of a sensor and a day. */
export default defineResource({
  name: "temperature-day",
  label: ["日最高温", "Highest temperature"],
  path: "/digit-bind/temperature-day",
  title: "sensor",
  screen: "readonly-table",
  calls: ["list"],
  calculatedFrom: "temperature-log",
  fields: {
    sensor: text("传感器", "Sensor", { max: 32, search: "equal" }),
    day: date("日期", "Day", { search: "range" }),
    highest: decimal("最高温", "Highest", { scale: 1, min: -60, max: 90 }),
  },
});
