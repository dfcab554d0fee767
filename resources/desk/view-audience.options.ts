/** Who sees a view of a list. */
export const audiences = [["private", "仅自己", "Only you"], ["roles", "指定角色", "Certain roles", "blue"], ["everyone", "全体用户", "Everybody", "green"]] as const;
