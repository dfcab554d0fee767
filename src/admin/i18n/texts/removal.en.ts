// Texts of a removal row by row in English.
import type { texts as zh } from "./removal.zh.ts";

export const texts: typeof zh = {
  removal: {
    under: "Deleting: {{done}} of {{total}}",
    stopped: "Deleted: {{done}}. Still there: {{left}}.",
  },
};
