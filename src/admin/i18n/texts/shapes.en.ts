// Texts of the shapes of a list besides a table, in English.
import type { texts as zh } from "./shapes.zh.ts";

export const texts: typeof zh = {
  shapes: {
    estimated: "about {{count}}",
    more: "Show {{count}} more",
    moreOf: "{{state}}: show {{count}} more",
    further: "{{count}} more: search for less",
    none: "None",
    failed: "Loading failed: {{message}}",
    rows: "{{count}} in all",
    previous: "Previous month",
    next: "Next month",
    today: "Today",
    ofDay: "{{day}}, {{count}} in all",
    moreOnDay: "{{count}} more",
    count: "Records",
    provinces: "Records by province",
    unplaced: "{{count}} more have no region",
    noPlaces: "You may not see the regions of the records.",
    undated: "{{count}} more have no “{{field}}” and are not in the calendar.",
    tooMany:
      "Only the earliest {{shown}} are shown, {{count}} are missing on later days: search for less, or open a day to see all of its rows.",
    card: "Movable card",
    hint: "Drag a card, or lift it with the space bar and choose a state with the arrow keys: this runs the action that leads there.",
    lifted: "“{{row}}” is lifted: left and right choose a state, space drops it, Esc cancels.",
    released: "“{{row}}” stays where it is.",
    stays: "“{{row}}” is in state “{{state}}”.",
    leads: "{{state}}: {{actions}}",
    or: " or ",
    noWay: "No action sets a record to “{{state}}”",
    noRight: "You may not use “{{action}}”",
    notFrom: "“{{action}}” is not possible in state “{{from}}”",
    notNow: "“{{action}}” is not possible for “{{row}}” now",
    gone: "“{{row}}” is no longer in the list",
  },
};
