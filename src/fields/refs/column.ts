// Several references in one column.
import { referenceColumn } from "../column.ts";

export const refsColumnKind = referenceColumn(true);
