import { code, defineResource, money, ref } from "#schema";

/** A deposit for crates, which is booked when it is added. */
export default defineResource({
  name: "crate-deposit",
  label: ["周转箱押金", "Crate deposit"],
  path: "/digit-bind/crate-deposit",
  title: "bookingNo",
  fields: {
    bookingNo: code("押金单号", "Booking no.", { max: 32, readonly: true, unique: "tenant", search: "like" }),
    warehouseId: ref("warehouse", "仓库", "Warehouse", { required: true }),
    amount: money("金额", "Amount", { required: true, min: 0 }),
  },
  numbering: { field: "bookingNo", prefix: "YJ" },
  effects: {
    booking: { effect: ["登记渠道往来账", "Books the amount in the dealer's account"], requiredFor: ["add"] },
    reminder: { effect: ["三十天未退时提醒", "Reminds after thirty days"] },
  },
});
