// A day.
import { plainText, textCell } from "../cell.ts";

export const cell = textCell(120, ({ value }) => <span className="tm-digits">{plainText(value)}</span>);
