// Embedded rows in one column of the row they belong to.
import { jsonColumn } from "../column.ts";

export const linesColumnKind = jsonColumn;
