// Formatted text in its column.
import { longTextColumn } from "../column.ts";

export const richtextColumnKind = longTextColumn;
