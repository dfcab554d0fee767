// A state of a life cycle in its column.
import { smallNumberColumn } from "../column.ts";

export const stateColumnKind = smallNumberColumn;
