// Texts of the page of a record in Chinese.
export const texts = {
  record: {
    actions: "操作",
    more: "更多操作",
    previous: "上一条",
    next: "下一条",
    neighbours: "在列表中移动",
    position: "第 {{at}} 条，共 {{total}} 条",
    onlyWhen: "{{condition}}时才能操作",
    noLines: "请先添加明细",
    lowestLevel: "最多 {{count}} 级，不能再添加下级",
    loading: "正在加载记录",
    gone: "没有找到该记录",
    goneHint: "它可能已被删除，或不在您的数据权限内",
    failed: "记录加载失败",
    toList: "返回{{name}}列表",
    newTitle: "新增{{name}}",
    related: "相关记录",
    print: "打印",
    printedPart: "仅打印前 {{count}} 行，完整明细请导出",
    printedNot: "明细未能读取，本页不完整，请重新打印",
  },
};
