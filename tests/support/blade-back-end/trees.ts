// Rows below each other: forests of whole rows, and of the nodes that trees are drawn from.
import type { Row, Table } from "./rows.ts";

interface Branch {
  readonly id: string;
  readonly parentId: string;
  readonly shown: Readonly<Record<string, unknown>>;
}

/** Nested by their parents; a row whose parent is not among them is a root, and leaves have no list of children. */
function nested(branches: readonly Branch[]): readonly Record<string, unknown>[] {
  const existing = new Set(branches.map(({ id }) => id));
  const below = (parent: string | undefined): readonly Record<string, unknown>[] =>
    branches
      .filter(({ parentId }) => (parent === undefined ? !existing.has(parentId) : parentId === parent))
      .map(({ id, shown }) => {
        const children = below(id);
        return children.length === 0 ? { ...shown } : { ...shown, children, hasChildren: true };
      });
  return below(undefined);
}

const idOf = (row: Row): string => String(row["id"]);
const parentOf = (row: Row): string => String(row["parentId"] ?? "0");
const bySort = (rows: readonly Row[]): readonly Row[] =>
  [...rows].sort((left, right) => Number(left["sort"] ?? 0) - Number(right["sort"] ?? 0));

/** Whole rows, with what a list adds to each. */
export function forest(
  table: Table,
  rows: readonly Row[],
  also: (row: Row) => Readonly<Record<string, unknown>> = () => ({}),
): readonly Record<string, unknown>[] {
  return nested(bySort(rows).map((row) => ({ id: idOf(row), parentId: parentOf(row), shown: { ...table.shown(row), ...also(row) } })));
}

/** Nodes of a tree: an id as key and value, and a title. */
export function nodes(rows: readonly Row[], title: string): readonly Record<string, unknown>[] {
  return nested(
    bySort(rows).map((row) => {
      const id = idOf(row);
      const parentId = parentOf(row);
      return { id, parentId, shown: { id, parentId, key: id, value: id, title: row[title] ?? "" } };
    }),
  );
}

/** The rows and all their ancestors. */
export function withAncestors(table: Table, rows: readonly Row[]): readonly Row[] {
  const wanted = new Set<Row>();
  const add = (row: Row | undefined): void => {
    if (row === undefined || wanted.has(row)) return;
    wanted.add(row);
    add(table.find(parentOf(row)));
  };
  for (const row of rows) add(row);
  return table.rows.filter((row) => wanted.has(row));
}
