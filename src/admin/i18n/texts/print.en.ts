// Texts on paper in English.
import type { texts as zh } from "./print.zh.ts";

export const texts: typeof zh = {
  print: {
    filters: "Filters: {{filters}}",
    by: "Printed {{time}} by {{name}}",
  },
};
