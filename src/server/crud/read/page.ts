// Pages: what `current` and `size` ask for, and the shape a page is answered in (docs/wire.md §2.2).
import { largestPageSize as largestSize } from "#schema/paging";
import { ApiError, malformedParameter } from "../../http/errors.ts";
import type { Query } from "../sql/filters.ts";

const defaultSize = 10;
/** Totals of tables that grow without bound are exact up to here, and estimated beyond. */
export const exactTotals = 1_000_000;

export interface Paging {
  /** From 1. */
  readonly current: number;
  readonly size: number;
}

export interface Page<T> {
  readonly records: readonly T[];
  readonly total: number;
  readonly size: number;
  readonly current: number;
  readonly pages: number;
  /** Sums over all rows that the filters find; Blade's clients pass over this member. */
  readonly totals?: Readonly<Record<string, string>>;
  /** `total` is an estimate; Blade's clients pass over this member. */
  readonly estimated?: true;
}

/** The number of rows of a list. */
export interface Total {
  readonly total: number;
  readonly isEstimated: boolean;
  /** Sums over these rows. Default: none. */
  readonly totals?: Readonly<Record<string, string>>;
}

function wholeNumber(query: Query, name: string, defaultValue: number): number {
  const sent = query[name];
  if (sent === undefined || sent === "") return defaultValue;
  if (typeof sent !== "string" || !/^\d{1,15}$/.test(sent) || Number(sent) < 1) throw malformedParameter(name);
  return Number(sent);
}

/**
 * Reads `current` and `size`. A page size beyond the limit is refused rather than reduced, so that callers do not mistake a part for the
 * whole.
 */
export function pagingOf(query: Query): Paging {
  const current = wholeNumber(query, "current", 1);
  const size = wholeNumber(query, "size", defaultSize);
  if (size > largestSize)
    throw new ApiError(400, "pageTooLarge", [`每页最多 ${largestSize} 条`, `A page has at most ${largestSize} records`], {
      data: { largest: largestSize },
    });
  return { current, size };
}

/** The shape of a page. */
export function pageOf<T>(records: readonly T[], total: number | Total, { current, size }: Paging): Page<T> {
  const counted: Total = typeof total === "number" ? { total, isEstimated: false } : total;
  return {
    records,
    total: counted.total,
    size,
    current,
    pages: Math.ceil(counted.total / size),
    ...(counted.totals === undefined ? {} : { totals: counted.totals }),
    ...(counted.isEstimated ? { estimated: true } : {}),
  };
}

/** The part of a statement that keeps to a page: what tells its text from others, its parameters, and the text for the place of the first. */
export interface PageLimits {
  readonly shape: string;
  readonly parameters: readonly number[];
  readonly sql: (firstPlace: number) => string;
}

/**
 * Keeps to a page. Of a first page, which most requests ask for, the size stands in the text: PostgreSQL takes a number of rows that it does
 * not know for a tenth of all, and then plans the statement anew each time, which takes longer than reading the rows (1 ms against 0.5).
 */
export function pageLimits({ current, size }: Paging): PageLimits {
  return current === 1
    ? { shape: `first ${size}`, parameters: [], sql: () => `LIMIT ${size}` }
    : { shape: "", parameters: [size, (current - 1) * size], sql: (place) => `LIMIT $${place}::bigint OFFSET $${place + 1}::bigint` };
}
