// The state of a list: a screen's own list keeps it in the URL, so that it can be shared and returned to; a child list keeps it locally.
import { useCallback, useMemo, useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { ScreenField } from "../../../schema/screen.ts";
import { isRecord } from "../../api/wire-data.ts";
import { usePageAddress } from "../../workspace/page-address.ts";
import { firstPage, parseListQuery, shapeParameters, writeListQuery, type ListQuery, type ListSort } from "../search/list-query.ts";
import { useEvent } from "../../ui/hooks/use-event.ts";

export type DialogMode = "create" | "edit" | "view";

/** The record dialog that is open. */
export interface OpenDialog {
  readonly mode: DialogMode;
  /** The row, in an edit or view. */
  readonly id: string | undefined;
  /** The parent of a new row. */
  readonly parent: string | undefined;
  /** An action that the row is viewed for: its button is at the end, whatever the row's state. */
  readonly act?: string;
}

export interface ListUrlState {
  readonly query: ListQuery;
  /** The search of its address, by which its rows are found again. */
  readonly search: () => string;
  /**
   * Takes over part of a query; a change of filters, order or size returns to page 1 unless it names the page. A change that depends on the
   * current query, such as removing one filter, is a function of it: the rendered one may be outdated.
   */
  readonly change: (patch: QueryPatch) => void;
  /** The same where the query cannot be answered: going back does not lead to it again. */
  readonly correct: (patch: QueryPatch) => void;
  /** What the rows are shown as, as far as the address says so. */
  readonly shown: ShownAs;
  readonly showAs: (next: ShownAs) => void;
  readonly dialog: OpenDialog | undefined;
  readonly open: (dialog: OpenDialog) => void;
  /** `chosen`: the row whose child list is shown then. */
  readonly close: (chosen?: string) => void;
  /** The row whose child list is shown. */
  readonly chosen: string | undefined;
  /** `isStep`: going back undoes it, as for what covers the list. */
  readonly choose: (key: string | undefined, isStep?: boolean) => void;
  /** The rows are cells that are edited in place. */
  readonly areCells: boolean;
  readonly turnCells: () => void;
}

/** A shape by its name, and which part of it is seen: the month of a calendar. */
interface ShownAs {
  readonly shape?: string | undefined;
  readonly at?: string | undefined;
}

/** Part of a query, or what makes it of the newest. */
type QueryPatch = Partial<ListQuery> | ((query: ListQuery) => Partial<ListQuery>);

function merged(query: ListQuery, change: QueryPatch): ListQuery {
  const patch = typeof change === "function" ? change(query) : change;
  const next = { ...query, ...patch };
  return patch.current === undefined && Object.keys(patch).length > 0 ? { ...next, current: 1 } : next;
}

const dialogParameters = ["mode", "id", "parent", "act"] as const;

function dialogIn(parameters: URLSearchParams): OpenDialog | undefined {
  const mode = parameters.get("mode");
  const id = parameters.get("id") ?? undefined;
  if (mode === "create") return { mode, id: undefined, parent: parameters.get("parent") ?? undefined };
  const act = parameters.get("act");
  if (mode === "view" && id !== undefined && act !== null) return { mode, id, parent: undefined, act };
  return (mode === "edit" || mode === "view") && id !== undefined ? { mode, id, parent: undefined } : undefined;
}

function withDialog(parameters: URLSearchParams, dialog: OpenDialog | undefined): URLSearchParams {
  const next = new URLSearchParams(parameters);
  for (const name of dialogParameters) next.delete(name);
  if (dialog === undefined) return next;
  next.set("mode", dialog.mode);
  if (dialog.id !== undefined) next.set("id", dialog.id);
  if (dialog.parent !== undefined) next.set("parent", dialog.parent);
  if (dialog.act !== undefined) next.set("act", dialog.act);
  return next;
}

/** Is in the address while cells are edited. */
const cellsParameter = "cells";

/** Marks an entry of the history that a dialog or a form of ours made, so that closing it is going back. */
export const opened = { dialog: true };

export const isStepOf = ({ state }: { readonly state: unknown }): boolean => isRecord(state) && state["dialog"] === true;

/** Keeps everything in the address. */
export function useListUrlState(fields: readonly ScreenField[], searched: readonly ScreenField[]): ListUrlState {
  const [parameters] = useSearchParams();
  const { location, latest, go, back } = usePageAddress();
  const query = useMemo(() => parseListQuery(parameters, fields, searched), [parameters, fields, searched]);
  const changed = (patch: QueryPatch): URLSearchParams => {
    const now = latest();
    return writeListQuery(now, merged(parseListQuery(now, fields, searched), patch));
  };
  const change = useEvent((patch: QueryPatch) => go(changed(patch)));
  const correct = useEvent((patch: QueryPatch) => go(changed(patch), { replace: true }));
  const open = useEvent((dialog: OpenDialog) => go(withDialog(latest(), dialog), { state: opened }));
  const close = useEvent((chosenNow?: string) => {
    const without = withDialog(latest(), undefined);
    if (chosenNow !== undefined) {
      without.set("row", chosenNow);
      go(without, { replace: true });
    } else if (isStepOf(location)) back(without);
    else go(without, { replace: true });
  });
  const choose = useEvent((key: string | undefined, isStep = false) => {
    const next = latest();
    if (key === undefined) next.delete("row");
    else next.set("row", key);
    if (key === undefined && isStepOf(location)) back(next);
    else go(next, isStep ? { state: opened } : { replace: true });
  });
  const turnCells = useEvent(() => {
    const next = latest();
    if (next.has(cellsParameter)) next.delete(cellsParameter);
    else next.set(cellsParameter, "1");
    go(next);
  });
  const showAs = useEvent((asked: ShownAs) => {
    const next = latest();
    next.delete(cellsParameter);
    for (const name of shapeParameters) {
      const value = asked[name];
      if (value === undefined) next.delete(name);
      else next.set(name, value);
    }
    go(next, { replace: true });
  });
  const dialog = useMemo(() => dialogIn(parameters), [parameters]);
  const [shape, at] = shapeParameters.map((name) => parameters.get(name) ?? undefined);
  const shown = useMemo(() => ({ shape, at }), [shape, at]);
  const search = useEvent(() => latest().toString());
  const areCells = parameters.has(cellsParameter);
  const chosen = parameters.get("row") ?? undefined;
  return { query, search, change, correct, shown, showAs, dialog, open, close, chosen, choose, areCells, turnCells };
}

const noCells = { areCells: false, turnCells: () => undefined } as const;
const asDefined: ShownAs = {};
const nothing = (): void => undefined;

/** Keeps everything in the component; rows below a record have no further shapes. */
export function useLocalListState(size = firstPage.size, sort?: ListSort): ListUrlState {
  const [query, setQuery] = useState((): ListQuery => ({ ...firstPage, size, ...(sort === undefined ? {} : { sorts: [sort] }) }));
  const [dialog, setDialog] = useState<OpenDialog>();
  const [chosen, choose] = useState<string>();
  const change = useCallback((patch: QueryPatch) => setQuery((old) => merged(old, patch)), []);
  const close = useCallback((chosenNow?: string) => {
    setDialog(undefined);
    if (chosenNow !== undefined) choose(chosenNow);
  }, []);
  const local = { shown: asDefined, showAs: nothing, ...noCells };
  return { query, search: () => "", change, correct: change, dialog, open: setDialog, close, chosen, choose, ...local };
}
