// Texts of the grid that edits all rows below a record, in English.
import type { texts as zh } from "./grid.zh.ts";

export const texts: typeof zh = {
  grid: {
    combine: "Make combinations",
    product: "{{product}} = {{count}} combinations; existing ones keep their data",
    tooMany: "{{count}} combinations are more than the {{most}} that are possible; choose fewer values",
    noValues: "No values yet",
    bare: "“{{names}}” has no values to combine. Add some, or remove it from the record, and open this window again",
    and: "”, “",
    none: "Nothing here yet: choose values above and make combinations",
    chooseEach: "Choose at least one value of each",
    noAxes: "First choose above which attributes are combined",
    noAxisRows: "There is nothing to combine yet: first add specs with their values",
    removing: "Remove these {{count}} records and save?",
    more: "and {{count}} more",
    nothing: "There is nothing to save",
    saved: "{{count}} saved, {{removed}} removed",
  },
};
