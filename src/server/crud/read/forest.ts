// Forests: whole rows nested below their parents (docs/wire.md §6: dept/list, role/list, child-list).
import type { ResourceModel } from "#schema/model";
import type { Values } from "../../contract.ts";
import { answeredRows } from "./list.ts";
import { rowsWith, type RowsRead } from "./plain-rows.ts";
import { filtersFor } from "./read-parameters.ts";
import type { Filter } from "../sql/filters.ts";
import type { ListCall } from "./read-call.ts";
import { branchFragment, nested, treeOf } from "./tree-nodes.ts";

type Branch = Values & { children?: Branch[] };

/** What narrows a whole tree: a filter by the parent means everything below it, and the root of all is none. */
export function filtersOfBranch(resource: ResourceModel, all: readonly Filter[]): Pick<RowsRead, "filters" | "also"> {
  const tree = treeOf(resource);
  const below = all.find((filter) => filter.column.name === tree.parent && (filter.operator === "equal" || filter.operator === "branch"));
  const filters = all.filter((filter) => filter !== below);
  return below === undefined || String(below.parameter) === tree.root
    ? { filters }
    : { filters, also: [branchFragment(resource, String(below.parameter))] };
}

/** Rows nested below their parents. A filter by the parent means everything below it, at any depth. */
export async function readForest(call: ListCall): Promise<readonly Values[]> {
  const { resource } = call;
  const tree = treeOf(resource);
  const rows: readonly Branch[] = answeredRows(call, await rowsWith(call, filtersOfBranch(resource, filtersFor(call))));
  return nested(
    rows,
    (row) => String(row[resource.key]),
    (row) => String(row[tree.parent]),
    undefined,
  );
}
