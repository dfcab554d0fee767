// The limits of pages (docs/wire.md §2.2).

/** The largest page of the specification (§9). */
export const largestPageSize = 200;
/** Pages have nine digits at most. */
export const largestPageNumber = 999_999_999;
