// Texts of the export of lists in English.
import type { texts as zh } from "./export.zh.ts";

export const texts: typeof zh = {
  export: {
    title: "Export {{name}}",
    all: "All {{total}} rows, with the filters, order and columns of the list",
    whole: "All rows, with the order and columns of the list",
    some: "About {{total}} rows, with the filters, order and columns of the list",
    selected: "Only the {{count}} selected rows",
    xlsx: "Excel file",
    csv: "CSV file",
    running: "Exporting {{file}}…",
    saved: "Done: the file is with the browser's downloads",
    job: "The export is large: it continues in the background, and the file can be downloaded here",
    download: "Download",
    giveUp: "Give up",
    forget: "Remove",
    kept: "The file is kept for 24 hours",
  },
};
