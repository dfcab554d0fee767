// Whether a list is offered as cells. In its own module, because every list asks, and only few people edit cells.
import type { Rights } from "../../access/use-rights.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";

/** Whether a list is offered as cells to a person: its rows are changed in place, and one of its columns can be. */
export function hasEditableCells(
  { kind, batchFields, fields }: Pick<ListViewModel, "kind" | "batchFields" | "fields">,
  { edit }: Pick<Rights, "edit">,
): boolean {
  // Levels of a tree that are not there yet cannot be pasted into.
  if (!edit || kind === "lazy-tree") return false;
  return fields.some(({ name, list }) => list === true && batchFields?.includes(name) === true);
}
