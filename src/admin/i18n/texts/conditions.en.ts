// Texts of the conditions of a list in groups, in English.
import type { texts as zh } from "./conditions.zh.ts";

export const texts: typeof zh = {
  conditions: {
    title: "Conditions",
    of: { all: "All of these hold", any: "Any of these holds" },
    ofLabel: "How the conditions are joined",
    word: { all: "and", any: "or" },
    add: "Add condition",
    addGroup: "Add group",
    remove: "Remove condition: {{name}}",
    removeGroup: "Remove group",
    field: "Choose a field",
    ownFields: "Fields of this list",
    noField: "There is no such field, or you may not see it",
    operatorOf: "Comparison of {{name}}",
    valueOf: "Value for {{name}}",
    valueMissing: "Please enter a value",
    full: "There are at most {{count}} conditions",
    tooLong: "The conditions are too long: use fewer, or shorter values",
    unreadable: "The conditions of this link cannot be read",
    clear: "Clear conditions",
    cancel: "Cancel",
    apply: "Filter",
    comma: ", ",
  },
};
