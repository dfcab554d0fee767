// tree: all rows of a tree as nested nodes, for selectors (docs/wire.md §6).
import type { ReadModel, ResourceModel } from "#schema/model";
import type { RequestContext } from "../../contract.ts";
import type { Query } from "../sql/filters.ts";
import { limitPieces } from "../sql/row-access.ts";
import { answeredRows } from "./list.ts";
import { filtersFor, rowsWith } from "./plain-rows.ts";
import type { Services } from "../services.ts";
import { nested, nodeOf, treeOf, type TreeNode } from "./tree-nodes.ts";

/**
 * Nested nodes. What the read's own condition leaves out takes its branch with it; a search, or what the caller does not see, does not:
 * what is found is never dropped.
 */
export async function readTree(
  services: Services,
  context: RequestContext,
  resource: ResourceModel,
  read: ReadModel,
  query: Query,
): Promise<readonly TreeNode[]> {
  const filters = filtersFor(services, context, resource, query, read);
  const rows = answeredRows(services, context, resource, await rowsWith(services, context, resource, query, { read, filters }));
  const isLimited = limitPieces(context.caller, context.model, resource).length > 0;
  const prunes = read.where !== undefined && filters.length === 0 && !isLimited ? { root: treeOf(resource).root } : undefined;
  return nested(
    rows.map((row) => nodeOf(resource, row, read.fields)),
    (node) => node.id,
    (node) => node.parentId,
    prunes,
  );
}
