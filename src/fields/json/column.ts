// Structured data in its column.
import { jsonColumn } from "../column.ts";

export const jsonColumnKind = jsonColumn;
