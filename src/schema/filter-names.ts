// The names of filters (docs/wire.md §5): the endings that say how a field is compared, and what is never a filter.

/** Matched by "ends with" in this order (docs/wire.md §5); `_in` is an addition of this server. */
export const filterSuffixes = [
  "equal",
  "notequal",
  "likeleft",
  "likeright",
  "notlike",
  "ge",
  "le",
  "gt",
  "lt",
  "datege",
  "dategt",
  "dateequal",
  "datele",
  "datelt",
  "null",
  "notnull",
  "like",
  "ignore",
  "in",
] as const;

export type FilterSuffix = (typeof filterSuffixes)[number];

/** Pages and order of a list, and the token of a download. */
export const parametersOfLists: ReadonlySet<string> = new Set(["current", "size", "ascs", "descs", "orders", "blade-auth"]);

/** What an export takes beside the filters of its list. */
export const parametersOfExports: ReadonlySet<string> = new Set(["format", "columns"]);
