// A moment in its column, to the second, local time.
import { datetimeColumn } from "../column.ts";

export const datetimeColumnKind = datetimeColumn;
