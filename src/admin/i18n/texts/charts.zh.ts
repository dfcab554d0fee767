// Texts of charts and maps of figures in Chinese.
export const texts = {
  charts: {
    showTable: "查看表格",
    showChart: "查看图表",
    days: "{{from}} 至 {{to}}",
    none: "无",
  },
};
