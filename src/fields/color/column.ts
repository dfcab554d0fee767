// A colour in its column.
import { textColumn } from "../column.ts";

export const colorColumnKind = textColumn(7, "equal");
