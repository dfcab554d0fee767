// Keys of the rows that a list finds, for calls on all of them.
import type { ListCall } from "./read-call.ts";
import { requireNeededFilter } from "../guards/needed-filters.ts";
import { narrowed, readRows, scopedWhere } from "../sql/rows.ts";
import { columnOf } from "../../store/columns.ts";
import { quoted } from "../../store/names.ts";
import { filtersOfBranch } from "./forest.ts";
import { fragmentsFor } from "./conditions.ts";
import { filtersFor } from "./read-parameters.ts";

/** The keys of at most so many rows, as the parameters of the list find them, in the order of the keys. */
export async function matchingKeys(call: ListCall, limit: number): Promise<readonly string[]> {
  const { context, resource } = call;
  const filters = filtersFor(call);
  requireNeededFilter(resource, filters);
  const { filters: own, also = [] } = resource.data.listShape === "forest" ? filtersOfBranch(resource, filters) : { filters };
  const where = scopedWhere(resource, narrowed(fragmentsFor(call, own), ...also));
  const key = quoted(columnOf(resource, resource.key).column);
  const sql = `SELECT t.${key}::text AS key FROM ${where.rows()} ORDER BY t.${key} LIMIT ${String(limit)}`;
  const [answer] = await readRows(context, resource, [{ sql, parameters: where.parameters }]);
  return (answer?.rows ?? []).map((row) => String(row["key"]));
}
