// The key of a dictionary entry in its column, or several.
import { keyColumn } from "../column.ts";

export const dictColumnKind = keyColumn(64);
