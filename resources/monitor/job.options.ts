// Queues of background jobs as people call them; each has a handler in the domain of its area.

export const jobQueues = [
  ["code-gen-record.generate", "生成码", "Generation of codes"],
  ["code-set-check", "码包文件检查", "Check of a code set's file"],
  ["code-set-format", "码包格式化", "Formatting of a code set"],
  ["code-set-import", "码包导入", "Import of a code set"],
  ["code-set-release", "释放码包占用的码", "Release of the codes of a set"],
  ["grade.regrade", "会员等级重算", "Grades of members"],
  ["log-retention", "日志清理", "Log clean-up"],
  ["membership-term", "会籍生效与到期", "Terms of memberships"],
  ["points-expiry", "积分到期", "Expiry of points"],
  ["share-reversal", "分润冲正", "Reversal of shares"],
  ["share-settlement", "分润结算", "Settlement of shares"],
  ["scan-figures", "扫码汇总重算", "Figures of scans"],
  ["scan-figures-proof", "扫码汇总核对", "Proof of the figures of scans"],
  ["transfer.read", "数据上传处理", "Uploaded relations"],
  ["transfer.clear", "数据上传清理", "Clean-up of uploaded lines"],
  ["stock-in.finish", "入库过账", "Booking a stock-in"],
  ["stock-out.finish", "出库过账", "Booking a stock-out"],
] as const;
