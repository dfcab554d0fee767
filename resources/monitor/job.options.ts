// Queues of background jobs as people call them; each has a handler in the domain of its area.

export const jobQueues = [
  ["code-gen-record.generate", "生成码", "Generation of codes"],
  ["code-set-check", "码包文件检查", "Check of a code set's file"],
  ["code-set-format", "码包格式化", "Formatting of a code set"],
  ["code-set-import", "码包导入", "Import of a code set"],
  ["code-set-release", "释放码包占用的码", "Release of the codes of a set"],
  ["notice.send", "发送通知", "Notice to a client"],
  ["pay-order.expire", "关闭超时支付单", "Pay orders that ran out"],
  ["pay-order.open", "发起支付", "Request to a pay channel"],
  ["pay-order.query", "查询支付结果", "Query of a payment"],
  ["pay-refund-order.execute", "渠道退款", "Refund by a pay channel"],
  ["pay-refund-order.query", "查询退款结果", "Query of a refund"],
  ["log-retention", "日志清理", "Log clean-up"],
  ["order.expiry", "关闭超时订单", "Closing unpaid orders"],
  ["order.autoReceipt", "自动确认收货", "Automatic receipts"],
  ["scan-figures", "扫码汇总重算", "Figures of scans"],
  ["scan-figures-proof", "扫码汇总核对", "Proof of the figures of scans"],
  ["transfer.read", "数据上传处理", "Uploaded relations"],
  ["transfer.clear", "数据上传清理", "Clean-up of uploaded lines"],
  ["stock-in.finish", "入库过账", "Booking a stock-in"],
  ["stock-out.finish", "出库过账", "Booking a stock-out"],
] as const;
