// A time of day.
import { plainText, textCell } from "../cell.ts";

export const cell = textCell(100, ({ value }) => <span className="tm-digits">{plainText(value)}</span>);
