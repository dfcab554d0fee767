import { choice, code, createdAt, defineResource, integer, ref, text, textarea } from "#schema";

/** Every exchange with a pay channel. Keys, signatures and passwords are masked before they are stored. */
export default defineResource({
  name: "pay-log-data",
  label: ["支付日志", "Pay log"],
  path: "/digit_marketing/paylogdata",
  title: "payNo",
  mainColumns: ["createTime", "logType", "result", "orderNo", "costTime"],
  unbounded: true,
  indexes: [["payOrderId", "createTime"], ["createTime"], ["costTime"]],
  containsIndexes: ["payNo", "orderNo", "refundNo"],
  calls: ["list", "detail"],
  rejectedCalls: ["submit", "remove"],
  screen: "readonly-table",
  sections: {
    payOrderId: ["基本信息", "Basics"],
    logType: ["请求与响应", "Request and response"],
    result: ["结果", "Result"],
  },
  fields: {
    payOrderId: ref("pay-order", "支付单", "Pay order", { search: "equal", list: false }),
    payNo: code("支付单号", "Pay number", { search: "like" }),
    orderNo: code("订单编号", "Order number", { search: "like" }),
    refundNo: code("退款单号", "Refund number", { search: "like" }),
    tenantClientId: ref("tenant-client", "租户客户端", "Tenant client", { search: "equal" }),
    payChannelId: ref("pay-channel", "支付渠道", "Pay channel", { search: "equal" }),
    logType: choice("日志类型", "Kind", {
      options: [
        ["payment", "支付请求", "Payment", "blue"], ["refund", "退款请求", "Refund", "purple"], ["notify", "异步通知", "Asynchronous notice", "cyan"],
        ["return", "同步跳转", "Synchronous return"], ["query", "查询", "Query", "gold"], ["close", "关闭请求", "Close"],
      ],
      required: true, default: "payment", search: "equal",
    }),
    requestUrl: text("请求地址", "Request URL"),
    requestHeader: textarea("请求头", "Request headers", { max: 20000, view: "code" }),
    requestParams: textarea("请求参数", "Request parameters", { max: 20000, view: "code" }),
    responseData: textarea("响应内容", "Response", { max: 20000, view: "code" }),
    result: choice("结果", "Result", { options: [[0, "失败", "Failed", "red"], [1, "成功", "Succeeded", "green"]], default: 1, search: "equal" }),
    costTime: integer("耗时(ms)", "Time (ms)", { min: 0, sortable: true }),
    clientIp: text("来源IP", "Source IP", { max: 45, search: "like" }),
    createTime: createdAt(),
  },
  effects: {
    recording: { effect: ["记录与支付渠道的每次往来", "Records every exchange with a pay channel"] },
  },
});
