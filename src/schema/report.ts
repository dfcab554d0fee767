// What a report is: a definition over the rows of one resource, and its answer. Pure data, for the server that runs it and the pages that
// design and show it.

/** Aggregates of totals. */
export const aggregates = ["count", "distinct", "sum", "avg", "min", "max"] as const;
export type Aggregate = (typeof aggregates)[number];

/** Parts of days and moments by which rows are grouped. */
export const dateParts = ["day", "week", "month", "quarter", "year"] as const;
export type DatePart = (typeof dateParts)[number];

/** Comparisons of filters: those of lists, `within` for what a list compares without a suffix, and `during` for a time from the present. */
export const reportOperators = [
  "equal", "notequal", "in", "like", "ge", "gt", "le", "lt", "within", "during", "null", "notnull",
] as const; // prettier-ignore
type ReportOperator = (typeof reportOperators)[number];

/** Ranges of time that follow the present. */
export const relativeTimes = [
  "today", "yesterday", "thisWeek", "lastWeek", "last7Days", "last30Days", "thisMonth", "lastMonth", "last12Months", "thisQuarter", "thisYear", "lastYear", "past", "next7Days", "next30Days",
] as const; // prettier-ignore
export type RelativeTime = (typeof relativeTimes)[number];

export const chartTypes = ["bar", "line", "share"] as const;
export type ChartType = (typeof chartTypes)[number];

/**
 * A field of the resource (`status`), of a row that it refers to (`channelId.channelType`), or of the document that a line belongs to
 * (`docId@stock-out-doc.bizDate`).
 */
type FieldPath = string;

/** What rows are grouped by. */
export interface ReportGroup {
  readonly field: FieldPath;
  /** Of days and moments; `day` unless given. */
  readonly part?: DatePart;
}

export interface ReportTotal {
  readonly of: Aggregate;
  /** Absent for `count`. */
  readonly field?: string;
  /** The time between this moment and the one of `field`, in hours. */
  readonly since?: string;
}

export interface ReportFilter {
  readonly field: FieldPath;
  readonly operator: ReportOperator;
  /** As a list takes it; several joined by commas; the name of a relative time for `during`. */
  readonly value?: string;
}

export interface ReportSort {
  /** Place of the total in `totals`; by the groups themselves unless given. */
  readonly total?: number;
  readonly descending?: boolean;
}

export interface ReportChart {
  readonly type: ChartType;
  /** Place of the total that is drawn; the first unless given. */
  readonly total?: number;
}

export interface ReportDefinition {
  readonly resource: string;
  /** Fields of single rows, below the groups; then there are no groups across. */
  readonly columns?: readonly FieldPath[];
  readonly rows?: readonly ReportGroup[];
  readonly across?: readonly ReportGroup[];
  readonly totals: readonly ReportTotal[];
  readonly filters?: readonly ReportFilter[];
  readonly sort?: ReportSort;
  /** Only so many of the first groups; all unless given. */
  readonly limit?: number;
  readonly chart?: ReportChart;
}

/** Limits of a definition, and of its answer. */
export const reportLimits = {
  rows: 4,
  across: 2,
  columns: 20,
  totals: 8,
  filters: 20,
  value: 500,
  /** Groups and their totals that an answer has at most. */
  groups: 10_000,
  /** Rows that one cell of fields of other rows leads to by their keys. */
  keys: 100,
  seconds: 15,
} as const;

/** How a value is written. */
export interface ReportFormat {
  readonly kind: "number" | "time" | "text";
  /** Digits behind the point. */
  readonly scale?: number;
  /** In front of the number, such as the sign of a currency. */
  readonly prefix?: string;
  readonly unit?: string;
}

/** Parameters of a list. */
export type ListFilter = Readonly<Record<string, string>>;

/** A filter of the report as people read it. */
export interface ReportCondition {
  readonly label: string;
  readonly operator: ReportOperator;
  /** With the names of what is meant; the name of a relative time for `during`, "" where there is none. */
  readonly value: string;
}

/** A value that rows are grouped by, in its order. */
export interface ReportMember {
  /** Empty where rows have none. */
  readonly label: string;
  /** What leads to its rows in the list; absent where the list cannot be filtered so. */
  readonly filter?: ListFilter;
}

export interface ReportAxis {
  readonly label: string;
  /** Rows, columns of single rows, or groups across. */
  readonly on: "rows" | "columns" | "across";
  readonly members: readonly ReportMember[];
}

/** The totals of one group, or of several together. */
export interface ReportCell {
  /** Place of the member of each axis; null: all of them. */
  readonly at: readonly (number | null)[];
  /** The totals as text, exact; null where there is nothing to add up. */
  readonly values: readonly (string | null)[];
  /** For fields of other rows: the rows of this cell by their keys; null where they are too many to be named. */
  readonly keys?: ListFilter | null;
}

export interface ReportAnswer {
  readonly definition: ReportDefinition;
  readonly resource: {
    readonly name: string;
    readonly label: string;
    /** The path of its list below the API. */
    readonly list: string;
    /** The address of its screen; absent where it has none. */
    readonly screen?: string;
  };
  readonly conditions: readonly ReportCondition[];
  /** The time up to which everything is in it, local time: when it was worked out, unless a replica has answered. */
  readonly asOf: string;
  /** Worked out by a replica, which may be some seconds behind. */
  readonly isFromReplica?: true;
  readonly axes: readonly ReportAxis[];
  readonly totals: readonly { readonly label: string; readonly of: Aggregate; readonly format: ReportFormat }[];
  /** In the order in which they are shown. */
  readonly cells: readonly ReportCell[];
  /** Groups that there are, totals included; more than `cells` where the answer is cut. */
  readonly groups: number;
  readonly isCut: boolean;
  /** Of the first groups so many are shown, of so many. */
  readonly first?: { readonly shown: number; readonly all: number };
  /** What all cells have in common, as filters of the list; null where the list has no such filters. */
  readonly filter: ListFilter | null;
  /** The list answers only if it is filtered by one of these. */
  readonly needs?: readonly string[];
}

/** The later beginning, or the earlier end, of two ranges of days or moments; else the second. */
function tighter(name: string, one: string, other: string): string {
  const [first = one, second = other] = [one, other].sort();
  return name.endsWith("_datege") ? second : name.endsWith("_datelt") ? first : other;
}

/** Filters together: rows that meet all of them. Values that rows are grouped by are within what the filters of the report leave. */
function bothFilters(one: ListFilter, other: ListFilter): ListFilter {
  const both: Record<string, string> = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const other = both[name];
    both[name] = other === undefined ? value : tighter(name, other, value);
  }
  return both;
}

/** The filters of the list that show the rows of a cell; undefined where no filters of the list do. */
export function rowsOfCell(
  { axes, filter, needs }: Pick<ReportAnswer, "axes" | "filter" | "needs">,
  { at, keys }: Pick<ReportCell, "at" | "keys">,
): ListFilter | undefined {
  if (keys === null || filter === null) return undefined;
  let all = bothFilters(filter, keys ?? {});
  for (const [axis, place] of at.entries()) {
    if (place === null) continue;
    const own = axes[axis]?.members[place]?.filter;
    if (own === undefined) return undefined;
    all = bothFilters(all, own);
  }
  if (needs !== undefined && !needs.some((name) => all[`${name}_equal`] !== undefined || all[`${name}_in`] !== undefined)) return undefined;
  return all;
}

/** A field that the designer of reports offers, with what may be done with it. */
export interface OfferedField {
  readonly path: string;
  readonly label: string;
  /** Whose field it is, where it is one of other rows. */
  readonly of?: string;
  /** Its resource and name, for the input of a filter. */
  readonly resource: string;
  readonly name: string;
  readonly type: "number" | "time" | "text";
  readonly aggregates: readonly Aggregate[];
  /** Its values are chosen from few: rows are usually counted by it. */
  readonly isChosen?: true;
  /** Rows are known by it: their state, or the day or moment of the row. */
  readonly leads?: true;
  /** It holds amounts of money. */
  readonly isAmount?: true;
}
