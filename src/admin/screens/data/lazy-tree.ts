// The lazy-loaded children of a tree: which are loaded, and the rows nested from them.
import { textOf, type Row } from "../../api/wire-data.ts";

/** Key of a parent (or of the root) → its loaded child rows. */
export type Levels = ReadonlyMap<string, readonly Row[]>;

export function keyOf(row: Row, keyField: string): string {
  return textOf(row[keyField]);
}

/**
 * The rows below a parent with theirs as `children`; a row with children that are not loaded has an empty list, so that it can be expanded.
 */
export function nestedRows(levels: Levels, parent: string, keyField: string): readonly Row[] {
  return (levels.get(parent) ?? []).map((row) => {
    const key = keyOf(row, keyField);
    const cached = levels.get(key);
    const { children: _children, ...own } = row;
    if (cached !== undefined) return cached.length === 0 ? own : { ...own, children: nestedRows(levels, key, keyField) };
    return row["hasChildren"] === true ? { ...own, children: [] } : own;
  });
}

/** The parent of a row; undefined when it is unknown. */
export function parentOf(levels: Levels, key: string, keyField: string): string | undefined {
  for (const [parent, rows] of levels) if (rows.some((row) => keyOf(row, keyField) === key)) return parent;
  return undefined;
}

/** The parents whose children a write affected. `target` is the row's new parent, if any. */
export function touchedParents(
  levels: Levels,
  root: string,
  keyField: string,
  write: { readonly ids: readonly string[]; readonly target: string | undefined },
): readonly string[] {
  const parents = new Set<string>();
  for (const id of write.ids) {
    const parent = parentOf(levels, id, keyField);
    if (parent !== undefined) parents.add(parent);
  }
  if (write.target !== undefined) parents.add(write.target === "" ? root : write.target);
  if (parents.size === 0) parents.add(root);
  // Children that are not loaded yet include new rows when they are, unless their parent seemed to have none.
  return [...parents].filter((parent) => parent === root || levels.has(parent) || parentOf(levels, parent, keyField) !== undefined);
}
