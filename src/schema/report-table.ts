// A report as rows and columns: headings in front of the totals, and groups across above them, for pages and for files.
import type { ReportAnswer, ReportCell } from "./report.ts";

/** Groups across that a pivot has a column for at most. */
export const maxColumns = 200;

/** A row of headings, and its cells by the groups across; "" is all of them. */
export interface ShownRow {
  readonly key: string;
  readonly at: readonly (number | null)[];
  readonly cells: ReadonlyMap<string, ReportCell>;
}

interface ShownReport {
  /** Places of the axes that stand in front of the totals, and of those above them. */
  readonly fore: readonly number[];
  readonly above: readonly number[];
  /** Groups across in their order, without totals of several levels. */
  readonly across: readonly (readonly (number | null)[])[];
  /** Groups across that there are, shown or not. */
  readonly acrossCount: number;
  readonly rows: readonly ShownRow[];
  readonly grand: ShownRow | undefined;
}

export const keyOf = (at: readonly (number | null)[]): string => (at.every((place) => place === null) ? "" : at.join("/"));

/** Nothing that is left open is followed by something that is not. */
function isPrefix(at: readonly (number | null)[]): boolean {
  const open = at.indexOf(null);
  return open < 0 || at.slice(open).every((place) => place === null);
}

/** The rows of a table; where it is a pivot, with groups across above the totals. */
export function shownReport({ axes, cells }: ReportAnswer, isPivot: boolean): ShownReport {
  const above = isPivot ? axes.flatMap(({ on }, index) => (on === "across" ? [index] : [])) : [];
  const fore = axes.flatMap((_axis, index) => (above.includes(index) ? [] : [index]));
  const rows = new Map<string, { key: string; at: readonly (number | null)[]; cells: Map<string, ReportCell> }>();
  const across = new Map<string, readonly (number | null)[]>();
  for (const [index, cell] of cells.entries()) {
    const [left, top] = [fore.map((axis) => cell.at[axis] ?? null), above.map((axis) => cell.at[axis] ?? null)];
    if (!isPrefix(left) || (top.length > 0 && top.includes(null) && top.some((place) => place !== null))) continue;
    // Single rows may look the same.
    const isSingle =
      cell.keys !== undefined && cell.keys !== null && left.every((place) => place !== null) && axes.some(({ on }) => on === "columns");
    const key = isSingle ? `${keyOf(left)}#${index}` : keyOf(left);
    const row = rows.get(key) ?? { key, at: left, cells: new Map<string, ReportCell>() };
    rows.set(key, row);
    row.cells.set(keyOf(top), cell);
    if (top.length > 0 && !top.includes(null)) across.set(keyOf(top), top);
  }
  const compare = (one: readonly (number | null)[], other: readonly (number | null)[]) => {
    const at = one.findIndex((place, index) => place !== other[index]);
    const order = acrossOrder.get(above[at] ?? -1);
    return (order?.get(one[at] ?? -1) ?? 0) - (order?.get(other[at] ?? -1) ?? 0);
  };
  // Groups across stand in the order in which the totals of all rows have them.
  const acrossOrder = new Map(
    above.map((axis) => {
      const seen = [...new Set(cells.filter(({ at }) => fore.every((one) => at[one] === null)).flatMap(({ at }) => at[axis] ?? []))];
      return [axis, new Map(seen.map((place, index) => [place, index]))] as const;
    }),
  );
  const grand = rows.get("");
  rows.delete("");
  return {
    fore,
    above,
    across: [...across.values()].sort(compare).slice(0, maxColumns),
    acrossCount: across.size,
    rows: [...rows.values()],
    grand,
  };
}

/** The heading of a member. */
export const labelAt = ({ axes }: ReportAnswer, axis: number, place: number | null | undefined, none: string): string => {
  const label = place === null || place === undefined ? "" : axes[axis]?.members[place]?.label;
  return label === undefined || label === "" ? none : label;
};
