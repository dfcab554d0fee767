// Texts of the tree filter in Chinese.
export const texts = {
  treeFilter: {
    tree: "按{{name}}筛选",
    all: "全部",
    search: "搜索{{name}}",
    loading: "正在加载{{name}}",
    failed: "{{name}}加载失败",
    empty: "暂无{{name}}",
    noMatch: "没有匹配的结果",
    fold: "收起{{name}}",
    unfold: "展开{{name}}",
    width: "调整{{name}}栏宽度",
  },
};
