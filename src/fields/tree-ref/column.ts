// A reference to a node of a tree in its column. The parent of a top row is NULL.
import { referenceColumn } from "../column.ts";

export const treeRefColumnKind = referenceColumn(false);
