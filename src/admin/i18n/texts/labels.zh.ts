// Texts of QR codes and sheets of labels in Chinese.
export const texts = {
  labels: {
    failed: "加载失败",
    none: "码不存在",
    noneHere: "该范围内没有码",
    qrOf: "码 {{code}} 的二维码",
    address: "二维码内容",
    layer: "层级",
    from: "起始序号",
    num: "数量（最多 {{most}}）",
    paper: "纸张",
    wide: "{{paper}} 横向",
    rows: "行",
    columns: "列",
    showCode: "显示码",
    showProduct: "显示产品",
    words: "其他文字",
    sheets: "{{num}} 个标签，{{sheets}} 张",
    print: "打印",
    kinds: {
      verify: "公众查询页",
      gs1: "GS1 数字链接",
      rule: "制码规则的网址",
    },
  },
};
