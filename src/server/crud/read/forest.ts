// Forests: whole rows nested below their parents (docs/wire.md §6: dept/list, role/list, child-list).
import type { ReadModel, ResourceModel } from "#schema/model";
import type { RequestContext, Values } from "../../contract.ts";
import type { Query } from "../sql/filters.ts";
import { answeredRows } from "./list.ts";
import { filtersFor, rowsWith } from "./plain-rows.ts";
import type { Services } from "../services.ts";
import { branchPiece, nested, treeOf } from "./tree-nodes.ts";

type Branch = Values & { children?: Branch[] };

/** Rows nested below their parents. A filter by the parent means everything below it, at any depth. */
export async function readForest(
  services: Services,
  context: RequestContext,
  resource: ResourceModel,
  query: Query,
  read?: ReadModel,
): Promise<readonly Values[]> {
  const tree = treeOf(resource);
  const all = filtersFor(services, context, resource, query, read);
  const below = all.find((filter) => filter.column.name === tree.parent && (filter.operator === "equal" || filter.operator === "branch"));
  const filters = all.filter((filter) => filter !== below);
  const also = below === undefined || String(below.parameter) === tree.root ? [] : [branchPiece(resource, String(below.parameter))];
  const rows: readonly Branch[] = answeredRows(
    services,
    context,
    resource,
    await rowsWith(services, context, resource, query, { ...(read === undefined ? {} : { read }), filters, also }),
  );
  return nested(
    rows,
    (row) => String(row[resource.key]),
    (row) => String(row[tree.parent]),
    undefined,
  );
}
