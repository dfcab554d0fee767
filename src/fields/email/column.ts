// A mail address in its column.
import { textColumn } from "../column.ts";

export const emailColumnKind = textColumn(128);
