import { date, defineResource, integer } from "#schema";
import scanCell from "./scan-cell.fields.ts";
import scanCut from "./scan-cut.fields.ts";

/**
 * How many codes, or people, were met on a day that had last been met on `sinceDay`, or never. Between two days there were as many different
 * ones as rows of these days say whose `sinceDay` is empty or before the first: so they can be added up, which numbers of different ones
 * cannot. Kept like the scans of a day.
 */
export default defineResource({
  name: "consumer-scan-reach",
  label: ["扫码覆盖汇总", "Reach of scans"],
  plural: "Reach of scans",
  path: "/digit-apply/consumer-scan-reach",
  title: "cell",
  unbounded: true,
  calculatedFrom: "consumer-scan-record",
  indexes: [["cut", "sinceDay", "day"], ["cut", "productId", "sinceDay", "day"]],
  calls: [],
  screen: "none",
  fields: {
    ...scanCell,
    sinceDay: date("上次日期", "Day before"),
    ...scanCut,
    num: integer("数量", "Number"),
  },
});
