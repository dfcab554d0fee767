// A reference in its column: a 64-bit id, or the text of the field it holds instead.
import { referenceColumn } from "../column.ts";

export const refColumnKind = referenceColumn(false);
