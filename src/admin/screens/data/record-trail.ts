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

/** The page of the list with the row that follows at an end of those that are known; undefined: there is none. */
export function pageBeyond(
  trail: RecordTrail,
  key: string,
  { step, size }: { readonly step: TrailStep; readonly size: number },
): number | undefined {
  const { keys, from, to, total, search } = trail;
  const end = step === 1 ? keys.at(-1) : keys[0];
  if (search === undefined || end !== key) return undefined;
  const page = step === 1 ? to + 1 : from - 1;
  return page >= 1 && (page - 1) * size < total ? page : undefined;
}

/** The trail with the rows of another page at an end. */
export function extended(trail: RecordTrail, page: number, keys: readonly string[]): RecordTrail {
  return page > trail.to
    ? { ...trail, keys: [...trail.keys, ...keys], to: page }
    : { ...trail, keys: [...keys, ...trail.keys], from: page };
}
