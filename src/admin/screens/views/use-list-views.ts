// The saved views of one list: which one its address names, how it is opened, and the one that the list opens with.
import { useEffect, useMemo, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { fieldsOfQuery } from "../../../schema/list-view.ts";
import type { ScreenField } from "../../../schema/screen.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import { useEvent } from "../../ui/hooks/use-event.ts";
import { usePageAddress } from "../../workspace/page-address.ts";
import { noView, parseListQuery, shapeParameters, viewParameter, viewToOpen, writeListQuery } from "../search/list-query.ts";
import { forgetLook } from "./list-look.ts";
import { defaultViewOf, useSavedViews, type SavedView } from "./saved-views.ts";
import { canonicalQuery, joinedQuery, splitQuery } from "./view-content.ts";

export interface ListViews {
  readonly all: readonly SavedView[];
  readonly mayShare: boolean;
  /** The view that the list shows, changed or not. */
  readonly current: SavedView | undefined;
  /** The address names a view that is not there for the person. */
  readonly isMissing: boolean;
  /** Fields of the view that the person does not see. */
  readonly leftOut: readonly ScreenField[];
  /** Filters, order and size of a page differ from those of the view. */
  readonly isQueryChanged: boolean;
  /** The query as a view keeps it: with what the person does not see of the present one. */
  readonly query: string;
  /** Shows a view as it is saved; undefined: the list without one. */
  readonly open: (view: SavedView | undefined) => void;
  /** What the list shows is saved as this view. */
  readonly adopt: (id: string) => void;
}

interface ListOfViews {
  readonly screen: ListViewModel;
  readonly searched: readonly ScreenField[];
  readonly isAdministrator: boolean;
}

const nothing: readonly SavedView[] = [];

/** Fields that are on no screen of the person's, or hidden from them. */
function hiddenOf(view: SavedView, { screen, isAdministrator }: ListOfViews): ReadonlySet<string> {
  const others = isAdministrator ? [] : screen.fields.filter(({ administratorOnly }) => administratorOnly === true);
  return new Set([...view.hidden, ...others.map(({ name }) => name)]);
}

/** `isPending`: the address is about to say what the view has. */
export function useListViews(list: ListOfViews): { readonly isPending: boolean; readonly views: ListViews | undefined } {
  const { screen, searched } = list;
  const saved = useSavedViews(screen.kind !== "dashboard");
  const [parameters] = useSearchParams();
  const { latest, go } = usePageAddress();
  // Only a list that is opened without anything in its address shows the default view; whoever clears its filters has done so.
  const [isOpening, setOpening] = useState(() => parameters.toString() === "");
  const all = useMemo(() => saved?.views.filter(({ listName }) => listName === screen.name) ?? nothing, [saved, screen.name]);
  const named = parameters.get(viewParameter);
  const current = all.find(({ id }) => id === named);
  const alone = viewToOpen(parameters);
  const isBare = isOpening && parameters.toString() === "";
  const byDefault = isBare ? defaultViewOf(all) : undefined;
  const due = byDefault ?? (alone === undefined ? undefined : current);

  const show = useEvent((view: SavedView, options: { readonly replace?: boolean }) => {
    forgetLook(view.id);
    const { used } = splitQuery(view.content.query, hiddenOf(view, list));
    const next = latest();
    next.set(viewParameter, view.id);
    for (const name of ["row", ...shapeParameters]) next.delete(name);
    go(writeListQuery(next, parseListQuery(new URLSearchParams(used), screen.fields, searched)), options);
  });
  useEffect(() => {
    if (due !== undefined) show(due, { replace: true });
    else setOpening(false);
  }, [due, show]);

  const open = useEvent((view: SavedView | undefined) => {
    if (view !== undefined) return show(view, {});
    const next = new URLSearchParams();
    if (defaultViewOf(all) !== undefined) next.set(viewParameter, noView);
    setOpening(false);
    go(next);
  });
  const adopt = useEvent((id: string) => {
    forgetLook(id);
    const next = latest();
    next.set(viewParameter, id);
    go(writeListQuery(next, parseListQuery(next, screen.fields, searched)), { replace: true });
  });
  const search = parameters.toString();
  const views = useMemo((): ListViews | undefined => {
    if (saved === undefined) return undefined;
    const known = { fields: screen.fields, searched };
    const hidden =
      current === undefined ? new Set<string>() : hiddenOf(current, { screen, searched, isAdministrator: list.isAdministrator });
    const { used, leftOut } = splitQuery(current?.content.query ?? "", hidden);
    const now = canonicalQuery(search, known);
    const namesLeftOut = new Set(fieldsOfQuery(leftOut));
    const isNamed = (name: string): boolean => namesLeftOut.has(name) || current?.content.columns.shown[name] === true;
    return {
      all,
      mayShare: saved.mayShare,
      current,
      isMissing: named !== null && named !== noView && current === undefined,
      // Of a field of another row the reference that leads there is named.
      leftOut: screen.fields.filter(({ name }) => [...hidden].some((path) => path.split(".")[0] === name && isNamed(path))),
      isQueryChanged: current !== undefined && now !== canonicalQuery(used, known),
      query: joinedQuery(now, leftOut),
      open,
      adopt,
    };
  }, [saved, screen, searched, list.isAdministrator, current, search, all, named, open, adopt]);
  return { isPending: due !== undefined, views };
}
