// A telephone number in its column.
import { textColumn } from "../column.ts";

export const phoneColumnKind = textColumn(20);
