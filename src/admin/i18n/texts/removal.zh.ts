// Texts of a removal row by row in Chinese.
export const texts = {
  removal: {
    under: "正在删除，已完成 {{done}}/{{total}}",
    stopped: "已删除 {{done}} 条，其余 {{left}} 条未删除",
  },
};
