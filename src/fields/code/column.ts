// A code in its column: 64 characters unless the field says otherwise.
import { textColumn } from "../column.ts";

export const codeColumnKind = textColumn(64);
