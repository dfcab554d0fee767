// Text of several lines in its column.
import { longTextColumn } from "../column.ts";

export const textareaColumnKind = longTextColumn;
