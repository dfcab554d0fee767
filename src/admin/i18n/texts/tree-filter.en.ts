// Texts of the tree beside a list in English.
import type { beside as zh } from "./tree-filter.zh.ts";

export const beside: typeof zh = {
  beside: {
    tree: "Filter by: {{name}}",
    all: "All",
    search: "Search: {{name}}",
    loading: "Loading: {{name}}",
    failed: "Did not load: {{name}}",
    empty: "None yet: {{name}}",
    noMatch: "Nothing matches",
    fold: "Hide: {{name}}",
    unfold: "Show: {{name}}",
    width: "Width of the pane: {{name}}",
  },
};
