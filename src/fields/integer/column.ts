// A whole number in its column.
import { wholeNumberColumn } from "../column.ts";

export const integerColumnKind = wholeNumberColumn;
