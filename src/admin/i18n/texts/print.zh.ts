// Texts on paper in Chinese.
export const texts = {
  print: {
    filters: "筛选条件：{{filters}}",
    by: "打印时间 {{time}}　打印人 {{name}}",
  },
};
