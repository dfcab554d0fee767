// A web address in its column.
import { textColumn } from "../column.ts";

export const urlColumnKind = textColumn(500);
