// A time of day in its column.
import { timeColumn } from "../column.ts";

export const timeColumnKind = timeColumn;
