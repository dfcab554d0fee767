// Texts of charts and maps of figures in Chinese.
export const texts = {
  charts: {
    showTable: "查看表格",
    showChart: "查看图表",
    days: "{{from}} 至 {{to}}",
    none: "无",
    title: "图表",
    open: "展开",
    close: "收起",
    and: "、",
    named: "{{name}}（{{measures}}）",
    later: "有数据后，这里显示：{{names}}",
    noneInDays: "这段时间没有数据",
    failed: "图表加载失败：{{message}}",
    noMatch: "没有符合条件的数据，因此没有图表",
  },
};
