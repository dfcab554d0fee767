import { date, defineResource, integer, ref, text } from "#schema";

/**
 * How many codes, or people, were met on a day that had last been met on `sinceDay`, or never. Between two days there were as many different
 * ones as rows of these days say whose `sinceDay` is empty or before the first: so they can be added up, which numbers of different ones
 * cannot. Kept like the scans of a day.
 */
export default defineResource({
  name: "consumer-scan-reach",
  label: ["扫码覆盖汇总", "Reach of scans"],
  path: "/digit-apply/consumer-scan-reach",
  title: "cell",
  unbounded: true,
  madeFrom: "consumer-scan-record",
  indexes: [["cut", "day"], ["cut", "productId", "day"]],
  calls: [],
  screen: "none",
  fields: {
    cell: text("单元", "Cell", { required: true, max: 120, unique: "tenant" }),
    cut: integer("口径", "Cut"),
    day: date("日期", "Day"),
    sinceDay: date("上次日期", "Day before"),
    regionCode: text("地区", "Region", { max: 6 }),
    channelId: ref("channel", "渠道", "Channel"),
    productId: ref("attr-owner", "产品", "Product", { filter: { ownerType: 1 } }),
    num: integer("数量", "Number"),
  },
});
