// Texts of the preview of mail templates in Chinese.
export const texts = {
  mails: {
    loading: "正在生成预览",
    failed: "预览加载失败",
    subject: "主题",
    bare: "选择一条数据，查看填入其内容后的邮件。",
    hidden: "以下字段不在您的数据权限内，留空：{{fields}}",
  },
};
