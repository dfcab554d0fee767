// The initial values of a new row of a list.
import type { Row } from "../../api/wire-data.ts";
import { rowTitle } from "../data/row-title.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import { rowOfKey } from "../data/list-data.ts";

/** The value of a field of a row with its label. */
const valueWithLabel = (row: Row, name: string, labelKey: string | undefined): Row => ({
  [name]: row[name],
  ...(labelKey === undefined ? {} : { [labelKey]: row[labelKey] }),
});

/**
 * A new row begins with the list's fixed values, below the row that the user added it to. What parents are chosen within, such as the tenant,
 * it has in common with its parent.
 */
export function presetFor(screen: ListViewModel, fixed: Row, parent: string | undefined, rows: readonly Row[]): Row {
  if (parent === undefined || screen.tree === undefined) return fixed;
  const field = screen.fields.find((one) => one.name === screen.tree?.parent);
  const row = rowOfKey(rows, screen.key, parent);
  const label = field?.labelKey === undefined || row === undefined ? {} : { [field.labelKey]: rowTitle(screen, row) };
  const within = screen.fields.find((one) => one.name === field?.reference?.within);
  const shared = row === undefined || within === undefined ? {} : valueWithLabel(row, within.name, within.labelKey);
  return { ...fixed, ...shared, [screen.tree.parent]: parent, ...label };
}
