// A line of text in its column: 255 characters unless the field says otherwise.
import { textColumn } from "../column.ts";

export const textColumnKind = textColumn(255);
