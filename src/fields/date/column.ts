// A day in its column.
import { dateColumn } from "../column.ts";

export const dateColumnKind = dateColumn;
