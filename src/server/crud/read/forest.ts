// Forests: whole rows nested below their parents (docs/wire.md §6: dept/list, role/list, child-list).
import type { Values } from "../../contract.ts";
import { answeredRows } from "./list.ts";
import { filtersFor, rowsWith } from "./plain-rows.ts";
import type { ListCall } from "./read-call.ts";
import { branchFragment, nested, treeOf } from "./tree-nodes.ts";

type Branch = Values & { children?: Branch[] };

/** Rows nested below their parents. A filter by the parent means everything below it, at any depth. */
export async function readForest(call: ListCall): Promise<readonly Values[]> {
  const { resource } = call;
  const tree = treeOf(resource);
  const all = filtersFor(call);
  const below = all.find((filter) => filter.column.name === tree.parent && (filter.operator === "equal" || filter.operator === "branch"));
  const filters = all.filter((filter) => filter !== below);
  const also = below === undefined || String(below.parameter) === tree.root ? [] : [branchFragment(resource, String(below.parameter))];
  const rows: readonly Branch[] = answeredRows(call, await rowsWith(call, { filters, also }));
  return nested(
    rows,
    (row) => String(row[resource.key]),
    (row) => String(row[tree.parent]),
    undefined,
  );
}
