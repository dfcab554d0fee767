// An e-mail address that opens a letter.
import { plainText, textCell } from "../cell.ts";

export const cell = textCell(({ value }) => <a href={`mailto:${plainText(value)}`}>{plainText(value)}</a>, 0);
