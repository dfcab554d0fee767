// Texts of the export of lists in Chinese.
export const texts = {
  export: {
    title: "导出{{name}}",
    all: "全部 {{total}} 条，按当前的查询条件、排序和列",
    whole: "全部数据，按当前的排序和列",
    some: "约 {{total}} 条，按当前的查询条件、排序和列",
    selected: "仅选中的 {{count}} 条",
    xlsx: "Excel 文件",
    csv: "CSV 文件",
    running: "正在导出 {{file}}…",
    saved: "已导出，文件已保存到浏览器的下载目录",
    job: "数据较多，正在后台导出，完成后可在此下载",
    download: "下载文件",
    giveUp: "放弃导出",
    forget: "移除",
    kept: "文件保留 24 小时",
  },
};
