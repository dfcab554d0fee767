// A moment in local time.
import { plainText, textCell } from "../cell.ts";

export const cell = textCell(176, ({ value }) => <span className="tm-digits">{plainText(value)}</span>);
