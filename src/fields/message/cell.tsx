// A sentence in the reader's language.
import { inLanguage } from "../../schema/text.ts";
import { textIn, type Cell } from "../cell.ts";

export const cell: Cell = {
  text: ({ value, language }) => {
    const text = textIn(value);
    return text === undefined ? "" : inLanguage(text, language);
  },
};
