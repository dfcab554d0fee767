// Texts of the grid that edits all rows below a record, in Chinese.
export const texts = {
  grid: {
    combine: "生成组合",
    product: "{{product}} = {{count}} 个组合；已有的组合保留原数据",
    tooMany: "{{count}} 个组合，超过上限 {{most}} 个，请减少所选的值",
    noValues: "尚无可选的值",
    bare: "“{{names}}”还没有可选的值，无法生成组合。请先为其添加值，或在主表中取消选择，再重新打开本窗口",
    and: "”“",
    none: "还没有数据，请先在上方选择值并生成组合",
    chooseEach: "每一项至少选择一个值",
    noAxes: "请先在主表中选择要组合的属性",
    noAxisRows: "还没有可组合的规格，请先添加规格及其值",
    removing: "确定删除以下 {{count}} 条数据并保存?",
    more: "等 {{count}} 条",
    nothing: "没有需要保存的修改",
    saved: "已保存 {{count}} 条，删除 {{removed}} 条",
  },
};
