// Formatted text, in a list as the words in it.
import { plainText, type Cell } from "../cell.ts";

/** The words of a piece of HTML. A parser reads it, so nothing in it runs or is loaded. */
function words(html: string): string {
  if (typeof DOMParser === "undefined")
    return html
      .replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " ")
      .trim();
  return (new DOMParser().parseFromString(html, "text/html").body.textContent ?? "").replace(/\s+/g, " ").trim();
}

export const cell: Cell = { text: ({ value }) => words(plainText(value)) };
