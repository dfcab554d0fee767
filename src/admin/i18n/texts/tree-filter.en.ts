// Texts of the tree filter in English.
import type { texts as zh } from "./tree-filter.zh.ts";

export const texts: typeof zh = {
  treeFilter: {
    tree: "Filter by: {{name}}",
    all: "All",
    search: "Search {{name}}",
    loading: "Loading: {{name}}",
    failed: "Did not load: {{name}}",
    empty: "None yet: {{name}}",
    noMatch: "Nothing matches",
    fold: "Hide: {{name}}",
    unfold: "Show: {{name}}",
    width: "Width of the pane: {{name}}",
  },
};
