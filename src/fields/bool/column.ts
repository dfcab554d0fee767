// Yes or no in its column: 1 or 0.
import { smallNumberColumn } from "../column.ts";

export const boolColumnKind = smallNumberColumn;
