// The rows of a list as its frame needs them, independent of how they are loaded.
import type { TableProps } from "antd/es/table";
import { isRecord, textOf, type Row } from "../../api/wire-data.ts";
import type { ApiFailure } from "../../api/failure.ts";
import type { ListRequest } from "../../data/providers/data-provider.ts";

export interface ListData {
  /** The top rows; those of a tree have theirs as `children`. */
  readonly rows: readonly Row[];
  readonly total: number;
  /** There are about so many. */
  readonly isTotalEstimated?: boolean;
  /** Sums over all rows, by name; those that the user may not see are missing. */
  readonly totals?: Readonly<Record<string, string>>;
  /** The rows are one page of more. */
  readonly isPaged: boolean;
  /** Number of the first row; undefined: rows are not numbered. */
  readonly firstNumber: number | undefined;
  /** Nothing has arrived yet. */
  readonly isLoading: boolean;
  /** When the rows came, in milliseconds; undefined where they come in parts. */
  readonly readAt?: number;
  /** Something is on its way. */
  readonly isBusy: boolean;
  readonly failure: ApiFailure | undefined;
  /** Names of fields of which one must be searched for first; nothing is asked for until then. */
  readonly needs?: readonly string[];
  readonly refresh: () => void;
  /** What was asked for, so that the same can be exported. */
  readonly request?: ListRequest;
  readonly expandable?: TableProps<Row>["expandable"];
}

/** The rows below a row. */
export function childrenOf(row: Row): readonly Row[] {
  const { children } = row;
  return Array.isArray(children) ? children.filter(isRecord) : [];
}

/** Rows with all below them. */
export function flatRows(rows: readonly Row[]): readonly Row[] {
  return rows.flatMap((row) => [row, ...flatRows(childrenOf(row))]);
}

/** The row of a key, however deep it is nested. */
export function rowOfKey(rows: readonly Row[], keyField: string, key: string): Row | undefined {
  for (const row of rows) {
    const match = textOf(row[keyField]) === key ? row : rowOfKey(childrenOf(row), keyField, key);
    if (match !== undefined) return match;
  }
  return undefined;
}
