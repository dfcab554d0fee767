import { defineArea } from "#schema";

export default defineArea({
  name: "scan",
  label: ["扫码分析", "Scans"],
  icon: "scan",
  sort: 50,
  order: ["scan-summary", "consumer-scan-record", "scan-code-detail", "scan-single-code", "scan-non-channel", "scan-repeat", "scan-cross-region", "scan-cross-region-sale", "scan-record", "wxuser"],
  icons: {
    "scan-summary": "bar-chart", "consumer-scan-record": "scan", "scan-code-detail": "file-search", "scan-single-code": "search", "scan-non-channel": "exception",
    "scan-repeat": "copy", "scan-cross-region": "global", "scan-cross-region-sale": "warning", "scan-record": "barcode", wxuser: "wechat",
  },
});
