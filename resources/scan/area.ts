import { defineArea } from "#schema";

export default defineArea({
  name: "scan",
  label: ["扫码分析", "Scans"],
  icon: "scan",
  sort: 50,
  order: ["wxuser"],
  icons: { wxuser: "wechat" },
});
