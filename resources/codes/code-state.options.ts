// The states of a code, for its own record and for the page on which it is looked up.

/** How far a code has come on its way to a channel. */
export const lifeStates = [[0, "已生成", "Generated"], [1, "已激活", "Activated", "cyan"], [2, "在库", "In stock", "blue"], [3, "已出库", "Shipped", "green"]] as const;

/** Whether a code is valid; sealed ones may become so again. */
export const blockStates = [[0, "正常", "Normal", "green"], [1, "封存", "Sealed", "orange"], [2, "作废", "Disabled", "red"], [3, "已被替换", "Replaced", "purple"]] as const;
