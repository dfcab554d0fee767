// How lists of requests are searched.

export const requestSearch = {
  category: "category", processDefinitionName: "processDefinitionName", title: "title",
  beginDate: { about: ["此日起", "From this day on"], is: "day" }, endDate: { about: ["此日止", "Up to this day"], is: "day" },
} as const;
