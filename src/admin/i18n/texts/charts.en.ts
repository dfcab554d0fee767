// Texts of charts and maps of figures in English.
import type { texts as zh } from "./charts.zh.ts";

export const texts: typeof zh = {
  charts: {
    showTable: "Show as table",
    showChart: "Show the chart",
    days: "{{from}} to {{to}}",
    none: "None",
  },
};
