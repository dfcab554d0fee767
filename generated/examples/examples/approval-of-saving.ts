import { date, defineResource, money, state, text } from "#schema";

/** A new price of a service. */
export default defineResource({
  name: "service-price",
  label: ["服务价格", "Service price"],
  path: "/digit-bind/service-price",
  title: "service",
  editableWhen: { status: [0, 3, 4] },
  fields: {
    service: text("服务", "Service", { required: true, max: 64, search: "like" }),
    oldPrice: money("原价", "Old price", { required: true, min: 0 }),
    price: money("价格", "Price", { required: true, min: 0 }),
    validFrom: date("生效日期", "Valid from", { required: true }),
    status: state("状态", "Status", {
      fresh: [0, "新建", "New"],
      review: [1, "审批中", "In approval", "blue"],
      valid: [2, "已生效", "Valid", "green"],
      refused: [3, "已驳回", "Refused", "red"],
      withdrawn: [4, "已撤回", "Withdrawn"],
    }, { search: "equal" }),
  },
  approval: {
    category: "expense",
    of: "submit",
    from: ["fresh", "refused", "withdrawn"],
    pending: "review",
    approved: "valid",
    rejected: "refused",
    withdrawn: "withdrawn",
    when: { price: { gt: { field: "oldPrice" } } },
    optional: true,
    editable: { finance: ["validFrom"], manager: ["price", "validFrom"] },
    variables: ["price", "oldPrice", "service"],
  },
});
