// Texts of charts and maps of figures in English.
import type { texts as zh } from "./charts.zh.ts";

export const texts: typeof zh = {
  charts: {
    showTable: "Show as table",
    showChart: "Show the chart",
    days: "{{from}} to {{to}}",
    none: "None",
    title: "Charts",
    open: "Show",
    close: "Hide",
    and: ", ",
    named: "{{name}} ({{measures}})",
    later: "Once there is data, this shows: {{names}}",
    noneInDays: "Nothing happened on these days",
    failed: "The charts did not load: {{message}}",
    noMatch: "Nothing matches, so there are no charts",
  },
};
