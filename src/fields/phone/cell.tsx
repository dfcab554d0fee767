// A telephone number; masked by the server for people who may not see it.
import { plainText, textCell } from "../cell.ts";

export const cell = textCell(140, ({ value }) => <span className="tm-digits">{plainText(value)}</span>);
