// tree: all rows of a tree as nested nodes, for selectors (docs/wire.md §6).
import { limitFragments } from "../sql/row-access.ts";
import { answeredRows } from "./list.ts";
import { filtersOfBranch } from "./forest.ts";
import { rowsWith } from "./plain-rows.ts";
import { filtersFor } from "./read-parameters.ts";
import type { ReadCall } from "./read-call.ts";
import { nested, nodeOf, treeOf, type TreeNode } from "./tree-nodes.ts";

/**
 * Nested nodes. Rows that the read's own condition excludes take their branch with them; rows excluded by a search or by limits do not:
 * matches are never dropped.
 */
export async function readTree(call: ReadCall): Promise<readonly TreeNode[]> {
  const { context, resource, read } = call;
  const narrowed = filtersOfBranch(resource, filtersFor(call));
  const rows = answeredRows(call, await rowsWith(call, narrowed));
  const isLimited = limitFragments(context.caller, context.model, resource).length > 0;
  const prunes =
    read.where !== undefined && narrowed.filters.length === 0 && narrowed.also === undefined && !isLimited
      ? { root: treeOf(resource).root }
      : undefined;
  return nested(
    rows.map((row) => nodeOf(resource, row, read.fields)),
    (node) => node.id,
    (node) => node.parentId,
    prunes,
  );
}
