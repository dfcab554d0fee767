// What one scan adds to the figures that summaries are made of, worked out from itself and from earlier scans. The queries of figure-cells.ts
// say the same of many scans, and prove it.
import { maxScansOfCode, maxScansOfPerson, type EarlierScans, type ScanOfCode, type ScanOfPerson } from "./earlier-scans.ts";
import { by, byAll, counted, digits } from "./figure-cells.ts";

/** A scan that figures are made of. */
export interface FigureScan {
  /** Local time "yyyy-MM-dd HH:mm:ss". */
  readonly scanTime: string;
  readonly code: string;
  readonly wxUserId: string | null;
  readonly ip: string;
  readonly result: number;
  readonly nonChannel: number;
  readonly crossRegion: number;
  readonly scanRegionCode: string | null;
  readonly channelId: string | null;
  readonly productId: string | null;
}

/** Columns that cells are told apart by; those that a cut does not tell apart are null. */
interface Cell {
  readonly cut: number;
  readonly day: string;
  readonly regionCode: string | null;
  readonly channelId: string | null;
  readonly productId: string | null;
}

/** A cell of those who were met, with what it has more, or less, of. */
interface ReachCell extends Cell {
  readonly sinceDay: string | null;
  readonly num: 1 | -1;
}

const dayOf = (time: string): string => time.slice(0, 10);
const outside = 1;

/** A cell of a cut, with the columns that it tells apart. */
function cellOf(cut: number, scan: FigureScan, regionDigits: number = digits.province): Cell {
  return {
    cut,
    day: dayOf(scan.scanTime),
    regionCode: (cut & by.region) === 0 ? null : (scan.scanRegionCode?.slice(0, regionDigits) ?? null),
    channelId: (cut & by.channel) === 0 ? null : scan.channelId,
    productId: (cut & by.product) === 0 ? null : scan.productId,
  };
}

const allColumns = Array.from({ length: byAll + 1 }, (_cut, columns) => columns);

const isOutside = (scan: { readonly crossRegion: number | null; readonly channelId: string | null }): boolean =>
  scan.crossRegion === outside && scan.channelId !== null;

/** The cells of a day that a scan is counted in. */
export function dayCellsOf(scan: FigureScan): readonly Cell[] {
  const [hasRegion, hasChannel, hasProduct] = [scan.scanRegionCode !== null, scan.channelId !== null, scan.productId !== null];
  const cuts = [
    counted.scans,
    ...(hasRegion ? [counted.scans + by.region] : []),
    ...(hasChannel ? [counted.scans + by.channel] : []),
    ...(hasProduct ? [counted.scans + by.product] : []),
    ...(hasRegion && hasProduct ? [counted.scans + by.region + by.product] : []),
    ...(hasChannel && hasProduct ? [counted.scans + by.channel + by.product] : []),
  ].map((cut) => cellOf(cut, scan));
  if (!isOutside(scan)) return cuts;
  // The cell of a city, a channel and a product has all three columns, though the number of its cut names none.
  const ofCity = { ...cellOf(byAll, scan, digits.city), cut: counted.outside };
  return [...cuts, ofCity, ...allColumns.map((columns) => cellOf(counted.outsideScans + columns, scan))];
}

/** Whom a scan meets in a cell, and which earlier scans met the same one there. */
interface Meeting<Earlier> {
  readonly cell: Cell;
  readonly isSame: (earlier: Earlier) => boolean;
}

const sameProduct = (scan: FigureScan) => (earlier: { readonly productId: string | null }) => earlier.productId === scan.productId;

function meetingsOfPerson(scan: FigureScan): readonly Meeting<ScanOfPerson>[] {
  return [
    { cell: cellOf(counted.people, scan), isSame: () => true },
    ...(scan.productId === null ? [] : [{ cell: cellOf(counted.people + by.product, scan), isSame: sameProduct(scan) }]),
  ];
}

function meetingsOfCode(scan: FigureScan): readonly Meeting<ScanOfCode>[] {
  const all: Meeting<ScanOfCode>[] = [{ cell: cellOf(counted.codes, scan), isSame: () => true }];
  if (scan.productId !== null) all.push({ cell: cellOf(counted.codes + by.product, scan), isSame: sameProduct(scan) });
  if (scan.channelId !== null)
    all.push({ cell: cellOf(counted.codes + by.channel, scan), isSame: ({ channelId }) => channelId === scan.channelId });
  if (!isOutside(scan)) return all;
  const metOutside = (columns: number, first: number, regionDigits: number): Meeting<ScanOfCode> => ({
    cell: cellOf(first + columns, scan, regionDigits),
    isSame: (earlier) =>
      isOutside(earlier) &&
      ((columns & by.region) === 0 ||
        (earlier.scanRegionCode?.slice(0, regionDigits) ?? null) === (scan.scanRegionCode?.slice(0, regionDigits) ?? null)) &&
      ((columns & by.channel) === 0 || earlier.channelId === scan.channelId) &&
      ((columns & by.product) === 0 || earlier.productId === scan.productId),
  });
  return [
    ...all,
    ...allColumns.map((columns) => metOutside(columns, counted.outsideCodes, digits.province)),
    metOutside(byAll, counted.outsideCodesByCity, digits.city),
  ];
}

interface Timed {
  readonly scanTime: string | null;
}

/**
 * What meetings change in the figures: each its own day, and the day before of the next one; nothing where the same day has another. Undefined
 * where the earlier scans, the newest first, do not reach back far enough to tell.
 */
function changesOf<Earlier extends Timed>(
  meetings: readonly Meeting<Earlier>[],
  earlier: readonly Earlier[],
  isComplete: boolean,
): readonly ReachCell[] | undefined {
  const days = earlier.map((row) => ({ row, day: dayOf(row.scanTime ?? "") }));
  const changes: ReachCell[] = [];
  for (const { cell, isSame } of meetings) {
    let [before, after]: (string | undefined)[] = [];
    let isMet = false;
    for (const { row, day } of days) {
      if (!isSame(row)) continue;
      if (day > cell.day) after = day;
      else if (day === cell.day) isMet = true;
      else before ??= day;
      if (before !== undefined) break;
    }
    if (isMet) continue;
    if (before === undefined && !isComplete) return undefined;
    const sinceDay = before ?? null;
    changes.push({ ...cell, sinceDay, num: 1 });
    if (after !== undefined) changes.push({ ...cell, day: after, sinceDay, num: -1 }, { ...cell, day: after, sinceDay: cell.day, num: 1 });
  }
  return changes;
}

/** The cells of those who were met that a scan changes; undefined where its code or person was scanned too often to tell from these scans. */
export function reachCellsOf(scan: FigureScan, { ofCode, ofPerson }: EarlierScans): readonly ReachCell[] | undefined {
  const codes = changesOf(meetingsOfCode(scan), ofCode, ofCode.length < maxScansOfCode);
  const people = changesOf(meetingsOfPerson(scan), ofPerson, ofPerson.length < maxScansOfPerson);
  return codes === undefined || people === undefined ? undefined : [...codes, ...people];
}
