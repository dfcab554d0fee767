// The rows among which a record was opened, so that its page leads to the next one: handed over in the history, where they stay when the
// page is loaded anew and are not part of an address that is sent to somebody else.
import { isRecord, textOf, type Row } from "../../api/wire-data.ts";
import type { ListQuery } from "../search/list-query.ts";
import { flatRows } from "./list-data.ts";

export interface RecordTrail {
  /** Of the rows, in their order. */
  readonly keys: readonly string[];
  /** The pages of the list that they are. */
  readonly from: number;
  readonly to: number;
  /** How many there are on all pages together. */
  readonly total: number;
  /** The search of the list's address, by which further pages are read; absent: there are only these rows. */
  readonly search?: string;
}

interface TrailInput {
  readonly rows: readonly Row[];
  readonly keyField: string;
  readonly query: Pick<ListQuery, "current">;
  readonly total: number;
  /** Undefined where further pages cannot be found again, as of a list within a page. */
  readonly search: string | undefined;
}

export function trailFrom({ rows, keyField, query: { current }, total, search }: TrailInput): RecordTrail {
  const keys = flatRows(rows).map((row) => textOf(row[keyField]));
  return { keys, from: current, to: current, total, ...(search === undefined ? {} : { search }) };
}

/** What an entry of the history says of them. */
export function stateOfTrail(trail: RecordTrail): { readonly trail: RecordTrail } {
  return { trail };
}

const isCount = (value: unknown): value is number => typeof value === "number" && Number.isSafeInteger(value) && value >= 0;

/** The rows in the state of an entry of the history; undefined where it has none. */
export function trailIn(state: unknown): RecordTrail | undefined {
  const trail = isRecord(state) ? state["trail"] : undefined;
  if (!isRecord(trail)) return undefined;
  const { keys, from, to, total, search } = trail;
  if (!Array.isArray(keys) || !isCount(from) || !isCount(to) || !isCount(total)) return undefined;
  return {
    keys: keys.filter((key) => typeof key === "string"),
    from,
    to,
    total,
    ...(typeof search === "string" ? { search } : {}),
  };
}

export type TrailStep = -1 | 1;

/** The key of the row beside another; undefined at the end of those that are known. */
export function neighbourIn({ keys }: RecordTrail, key: string, step: TrailStep): string | undefined {
  const at = keys.indexOf(key);
  return at === -1 ? undefined : keys[at + step];
}

/** Whether a row is at an end of those that are known, and the list can be read further there. */
export function isAtEnd({ keys, search }: RecordTrail, key: string, step: TrailStep): boolean {
  return search !== undefined && (step === 1 ? keys.at(-1) : keys[0]) === key;
}

/** The page of the list beyond those that are known; undefined: there is none. */
export function pageBeyond(
  { from, to, total }: RecordTrail,
  { step, size }: { readonly step: TrailStep; readonly size: number },
): number | undefined {
  const page = step === 1 ? to + 1 : from - 1;
  return page >= 1 && (page - 1) * size < total ? page : undefined;
}

/**
 * Of a page as it is now, the rows that follow the known ones: rows leave a list while they are worked through, and those behind them have moved
 * onto pages that were read. Where none of the known rows is on it any more, all do.
 */
export function rowsBeyond({ keys }: RecordTrail, page: readonly string[], step: TrailStep): readonly string[] {
  const isKnown = (key: string) => keys.includes(key);
  if (step === 1) return page.slice(page.findLastIndex(isKnown) + 1);
  const first = page.findIndex(isKnown);
  return first === -1 ? page : page.slice(0, first);
}

/** The trail with the rows of another page at an end. */
export function extended(trail: RecordTrail, step: TrailStep, page: number, keys: readonly string[]): RecordTrail {
  return step === 1
    ? { ...trail, keys: [...trail.keys, ...keys], to: Math.max(trail.to, page) }
    : { ...trail, keys: [...keys, ...trail.keys], from: Math.min(trail.from, page) };
}
