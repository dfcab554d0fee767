// The records before and behind one in the list that it was opened from. At the end of the rows that the list had shown, its next page is
// read.
import { useMemo, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { isRecord, textOf, type Row } from "../../api/wire-data.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import { addressBelow } from "../../workspace/record-address.ts";
import { swapTab } from "../../workspace/tab-store.ts";
import { flatRows } from "../data/list-data.ts";
import {
  rowsBeyond,
  extended,
  isAtEnd,
  neighbourIn,
  pageBeyond,
  stateOfTrail,
  trailIn,
  type RecordTrail,
  type TrailStep,
} from "../data/record-trail.ts";
import { usePagedData } from "../data/use-paged-data.ts";
import { parseListQuery, type ListQuery } from "../search/list-query.ts";
import { searchFields } from "../search/search-fields.ts";

interface NeighboursInput {
  readonly screen: ListViewModel;
  readonly isAdministrator: boolean;
  /** The address of the list. */
  readonly list: string;
  readonly id: string;
}

interface Neighbour {
  readonly key: string;
  readonly trail: RecordTrail;
}

export interface Neighbours {
  /** Where the record stands in the list, and how many there are; undefined where it was not opened from one. */
  readonly position: { readonly at: number; readonly total: number } | undefined;
  readonly previous: (() => void) | undefined;
  readonly next: (() => void) | undefined;
}

const nothingFixed: readonly never[] = [];

/** The row beside the record: one that the list had shown, or the first behind those, wherever it is by now. */
function useNeighbour(input: NeighboursInput, trail: RecordTrail | undefined, step: TrailStep): Neighbour | undefined {
  const { screen, isAdministrator, id } = input;
  const searched = useMemo(() => searchFields(screen, isAdministrator), [screen, isAdministrator]);
  const query = useMemo(
    (): ListQuery => parseListQuery(new URLSearchParams(trail?.search ?? ""), screen.fields, searched),
    [trail, screen, searched],
  );
  const isEnd = trail !== undefined && isAtEnd(trail, id, step);
  const last = trail === undefined ? 1 : step === 1 ? trail.to : trail.from;
  const page = (current: number, isOn: boolean) => ({
    screen,
    query: { ...query, current },
    searched,
    fixed: nothingFixed,
    read: undefined,
    isOn,
  });
  // The page that was read before, as it is now, and then the one beyond.
  const again = usePagedData(page(last, isEnd));
  const keysOf = (rows: readonly Row[]) => flatRows(rows).map((row) => textOf(row[screen.key]));
  const onLast = trail === undefined || !isEnd ? [] : rowsBeyond(trail, keysOf(again.rows), step);
  const beyond =
    trail === undefined || !isEnd || again.isBusy || onLast.length > 0 ? undefined : pageBeyond(trail, { step, size: query.size });
  const further = usePagedData(page(beyond ?? 1, beyond !== undefined));
  if (trail === undefined) return undefined;
  const known = neighbourIn(trail, id, step);
  if (known !== undefined) return { key: known, trail };
  // Rows that have moved onto the next page meanwhile are not met twice.
  const keys = onLast.length > 0 ? onLast : beyond === undefined ? [] : keysOf(further.rows).filter((key) => !trail.keys.includes(key));
  const key = step === 1 ? keys[0] : keys.at(-1);
  return key === undefined ? undefined : { key, trail: extended(trail, step, onLast.length > 0 ? last : (beyond ?? last), keys) };
}

/** `isEdited`: something is entered, which would be lost with the page: it stays in its tab, and the other record gets its own. */
export function useNeighbours(input: NeighboursInput, isEdited: boolean): Neighbours {
  const { list, id, screen } = input;
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  // A tab that is shown again comes without the state that it was opened with.
  const kept = useRef<RecordTrail>(undefined);
  kept.current = trailIn(state) ?? kept.current;
  const trail = kept.current;
  const previous = useNeighbour(input, trail, -1);
  const next = useNeighbour(input, trail, 1);
  const go = (neighbour: Neighbour) => {
    const path = addressBelow(list, neighbour.key);
    if (!isEdited) swapTab(pathname, path);
    void navigate(path, { replace: !isEdited, state: stateOfTrail(neighbour.trail) });
  };
  const at = trail?.keys.indexOf(id) ?? -1;
  const size = parseListQuery(new URLSearchParams(trail?.search ?? ""), screen.fields, []).size;
  return {
    position:
      trail === undefined || at === -1
        ? undefined
        : { at: (trail.search === undefined ? 0 : (trail.from - 1) * size) + at + 1, total: Math.max(trail.total, trail.keys.length) },
    previous: previous === undefined ? undefined : () => go(previous),
    next: next === undefined ? undefined : () => go(next),
  };
}

/** Whether an entry of the history was made by a step from a list or from another record, and not by an address. */
export const isStepHere = (state: unknown): boolean => isRecord(state) && trailIn(state) !== undefined;
