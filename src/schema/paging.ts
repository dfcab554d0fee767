// The limits of pages (docs/wire.md §2.2).

/** The largest page of the specification (§9). */
export const largestPageSize = 200;
/** A page number has fifteen digits at most: more are beyond every table, and not exact as numbers. */
export const largestPageNumber = 999_999_999_999_999;
