// Texts of the shapes of a list besides a table, in Chinese.
export const texts = {
  shapes: {
    estimated: "约 {{count}}",
    more: "再显示 {{count}} 条",
    moreOf: "{{state}}：再显示 {{count}} 条",
    further: "还有 {{count}} 条，请缩小查询范围",
    none: "暂无",
    failed: "加载失败：{{message}}",
    card: "可移动的卡片",
    hint: "拖动卡片，或按空格键拿起后用左右方向键选择状态，即执行相应的操作。",
    lifted: "已拿起“{{row}}”：左右方向键选择状态，空格键放下，Esc 键取消。",
    released: "“{{row}}”仍在原处。",
    stays: "“{{row}}”现在的状态是“{{state}}”。",
    leads: "{{state}}：{{actions}}",
    or: "或",
    choose: "选择操作",
    noWay: "没有操作能把记录改为“{{state}}”",
    noRight: "您没有“{{action}}”的权限",
    notFrom: "“{{from}}”状态的记录不能“{{action}}”",
    notNow: "“{{action}}”现在不能用于“{{row}}”",
    gone: "“{{row}}”已不在列表中",
  },
};
