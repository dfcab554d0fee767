// Computes new sort numbers for rows in a new order: as few changes as possible, whatever numbers they have now.

export interface Numbered {
  /** Its number; undefined: none yet, which sorts behind all others. */
  readonly number: number | undefined;
  /** It cannot be written, so it keeps its number. */
  readonly isFixed?: boolean;
}

/** Lowest and highest number that a row may get. */
export interface Bounds {
  readonly lowest: number;
  readonly highest: number;
}

/** The rows with one of them moved to another position. */
function movedTo<T>(rows: readonly T[], from: number, to: number): readonly T[] {
  const row = rows[from];
  if (row === undefined) return rows;
  const others = rows.filter((_row, index) => index !== from);
  return [...others.slice(0, to), row, ...others.slice(to)];
}

/** A row and its new number; only changed numbers need to be written. */
interface NewNumber {
  /** Its place among the rows as they were given. */
  readonly row: number;
  readonly number: number;
}

/**
 * The numbers of rows, given in their order, after one of them was moved to another position; in the new order. Undefined where the numbers
 * do not suffice: rows that keep theirs, or the bounds, leave no room.
 *
 * The rows that keep their numbers are the longest chain in which each is greater than the one before by at least their distance, so that
 * those between find room; neighbours may be equal if they were in this order before. The moved row is renumbered rather than one that it
 * passes. Those between count up from the one above, those at the top down from the first that stays.
 */
export function newNumbers(
  rows: readonly Numbered[],
  from: number,
  to: number,
  { lowest, highest }: Bounds,
): readonly NewNumber[] | undefined {
  const wished = movedTo(
    rows.map((_row, index) => index),
    from,
    to,
  );
  const numberAt = (place: number) => rows[wished[place] ?? -1]?.number;
  const { length } = wished;
  /** The number of read-only rows before each position. */
  const fixedBefore = [0];
  for (let place = 0; place < length; place += 1)
    fixedBefore.push((fixedBefore[place] ?? 0) + (rows[wished[place] ?? -1]?.isFixed === true ? 1 : 0));
  /** Whether two rows may stay with nothing between them staying; -1 and `length` denote the bounds. */
  const leavesRoom = (left: number, right: number): boolean => {
    if (fixedBefore[left + 1] !== fixedBefore[right]) return false;
    const low = left === -1 ? undefined : numberAt(left);
    const high = right === length ? undefined : numberAt(right);
    if (left === -1 && right === length) return highest - lowest >= length - 1;
    if (left === -1) return right === 0 || (high !== undefined && high - lowest >= right);
    if (right === length) return left === length - 1 || (low !== undefined && highest - low >= length - 1 - left);
    if (low === undefined || high === undefined) return false;
    if (right === left + 1 && low === high) return (wished[left] ?? 0) < (wished[right] ?? 0);
    return high - low >= right - left;
  };

  /** A row that stays counts two, the moved row one: more rows that stay always win. */
  const worth = (place: number) => (wished[place] === from ? 1 : 2);
  // For each place the most rows that can stay up to it, and the one that stays before it.
  const best: { readonly count: number; readonly before: number }[] = [];
  const chainTo = (place: number): { readonly count: number; readonly before: number } | undefined => {
    let longest = leavesRoom(-1, place) ? { count: 0, before: -1 } : undefined;
    for (let before = 0; before < place; before += 1) {
      const chain = best[before];
      if (chain === undefined || chain.count < 0 || !leavesRoom(before, place)) continue;
      const count = chain.count + worth(before);
      if (longest === undefined || count > longest.count) longest = { count, before };
    }
    return longest;
  };
  for (let place = 0; place < length; place += 1)
    best.push((numberAt(place) === undefined ? undefined : chainTo(place)) ?? { count: -1, before: -1 });
  const end = chainTo(length);
  if (end === undefined) return undefined;

  const unchanged = new Set<number>();
  for (let place = end.before; place >= 0; place = best[place]?.before ?? -1) unchanged.add(place);
  const first = Math.min(length, ...unchanged);
  const numbers: number[] = [];
  for (let place = 0; place < length; place += 1) {
    const before = numbers[place - 1];
    const own = numberAt(place);
    if (unchanged.has(place) && own !== undefined) numbers.push(own);
    else if (before !== undefined) numbers.push(before + 1);
    else numbers.push(first === length ? lowest : (numberAt(first) ?? lowest) - first);
  }
  return numbers.map((number, place) => ({ row: wished[place] ?? -1, number }));
}
