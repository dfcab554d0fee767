import { createdAt, datetime, defineResource, state, text } from "#schema";

/** A pass for the gate, until a moment. */
export default defineResource({
  name: "gate-pass",
  label: ["通行证", "Gate pass"],
  plural: "Gate passes",
  path: "/digit-bind/gate-pass",
  title: "holder",
  fields: {
    holder: text("持有人", "Holder", { required: true, max: 40, search: "like" }),
    validUntil: datetime("有效期至", "Valid until", { required: true }),
    status: state("状态", "Status", {
      valid: [1, "有效", "Valid", "green"],
      withdrawn: [2, "已收回", "Withdrawn", "red"],
      over: [3, "已过期", "Over", "orange"],
    }, { final: ["over"], search: "equal" }),
    createTime: createdAt(),
  },
  events: { end: { from: "valid", to: "over", at: "validUntil" } },
  actions: { withdraw: { label: ["收回", "Withdraw"], from: "valid", to: "withdrawn" } },
});
