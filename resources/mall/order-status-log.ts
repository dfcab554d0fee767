import { choice, code, createdAt, defineResource, orderStates, ref, text } from "#schema";

/** The history of an order, one row per step. */
export default defineResource({
  name: "order-status-log",
  label: ["订单状态日志", "Order status log"],
  path: "/digit-marketing/orderstatuslog",
  title: "orderNo",
  mainColumns: ["createTime", "event", "fromStatus", "toStatus", "operatorName", "remark"],
  unbounded: true,
  indexes: [["orderId", "createTime"], ["createTime"]],
  containsIndexes: ["orderNo"],
  timeline: { step: "event", state: "toStatus", at: "createTime", by: "operatorName", note: "remark" },
  calls: ["list", "detail"],
  rejectedCalls: ["submit", "remove"],
  screen: "readonly-table",
  fields: {
    orderId: ref("order", "订单", "Order", { required: true, search: "equal", list: false }),
    orderNo: code("订单编号", "Order number", { search: "like" }),
    fromStatus: choice("变更前", "From", { options: orderStates }),
    toStatus: choice("变更后", "To", { options: orderStates, required: true, search: "equal" }),
    event: choice("操作", "Event", {
      options: [
        ["create", "下单", "Placed"], ["pay", "付款", "Paid"], ["auditSuccess", "审核通过", "Audit passed"], ["auditFail", "审核不通过", "Audit failed"],
        ["ship", "发货", "Shipped"], ["receive", "确认收货", "Received"], ["close", "关闭", "Closed"], ["refund", "申请退款", "Refund requested"],
        ["refundSuccess", "退款成功", "Refund succeeded"], ["refundFail", "退款失败", "Refund failed"],
      ],
      required: true, search: "equal",
    }),
    operatorType: choice("操作者", "Operator kind", {
      options: [[1, "系统", "System"], [2, "会员", "Member", "blue"], [3, "后台人员", "Staff", "purple"]],
      required: true, default: 1, search: "equal",
    }),
    operatorId: ref("user", "操作人", "Staff member"),
    operatorName: text("操作人姓名", "Operator name", { max: 64, search: "like" }),
    remark: text("说明", "Remark"),
    createTime: createdAt(),
  },
});
