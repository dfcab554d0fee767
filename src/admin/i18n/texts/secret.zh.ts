// Texts of what is shown once in Chinese.
export const texts = {
  secret: {
    title: "请立即保存",
    lead: "以下内容只显示这一次，关闭后无法再次查看：",
    copy: "复制",
    copied: "已复制",
    notCopied: "复制失败，请手工选择文字复制",
    ok: "我已保存",
  },
};
