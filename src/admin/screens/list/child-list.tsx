// The child list of a chosen row: the same list as any other, limited to that row and writable as it permits.
import { use, useMemo } from "react";
import { screensOf } from "../../../schema/field.ts";
import type { Language } from "../../../schema/text.ts";
import type { Row } from "../../api/wire-data.ts";
import { readOnlyRights, useRights } from "../../access/use-rights.ts";
import { fixedOf, isAddable, isWritable, presetOf, type Details } from "../../data/screen-models/details.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import { useLocalListState } from "./list-url-state.ts";
import { loadList } from "../../data/screen-models/load.ts";
import { PagedList } from "./paged-list.tsx";
import type { ListSort } from "../search/list-query.ts";
import { searchFields } from "../search/search-fields.ts";

interface ChildListProps {
  readonly master: ListViewModel;
  readonly details: Details;
  readonly row: Row;
  readonly language: Language;
  /** It is beside the list above it or over it. */
  readonly isPane: boolean;
  /** Rows of a page. Default: as of every list. */
  readonly size?: number;
}

/** Lines that are entered with their document stand in that order, as its grid numbers them; others as in their own list. */
export const orderOfLines = (master: ListViewModel, screen: ListViewModel): ListSort | undefined =>
  master.entry === "page" ? { field: screen.key, descending: false } : undefined;

/** Columns that say of which row above these are: everybody sees that. */
export function parentFields(master: ListViewModel, details: Details, screen: ListViewModel): ReadonlySet<string> {
  const leadsBack = screen.fields.filter(({ leadsTo }) => leadsTo !== undefined && screensOf(leadsTo).includes(master.name));
  return new Set([details.by, ...Object.keys(details.with ?? {}), ...leadsBack.map(({ name }) => name)]);
}

export function ChildList(props: ChildListProps) {
  const screen = use(loadList(props.details.resource));
  return screen === undefined ? null : <LoadedList {...props} screen={screen} />;
}

function LoadedList({ master, details, row, language, isPane, size, screen }: ChildListProps & { readonly screen: ListViewModel }) {
  // Lines stand as they were entered, and as their grid numbers them.
  const urlState = useLocalListState(size, orderOfLines(master, screen));
  const mayChange = isWritable(details, row);
  const preset = useMemo(() => presetOf(master, details, row), [master, details, row]);
  const fixed = useMemo(() => fixedOf(master, details, row), [master, details, row]);
  const own = useRights(screen);
  const mayAdd = isAddable(details, row);
  const rights = useMemo(() => {
    if (own === undefined || (mayChange && mayAdd)) return own;
    return mayChange ? { ...own, add: false, delete: false } : readOnlyRights(own);
  }, [own, mayChange, mayAdd]);
  const hidden = useMemo(() => parentFields(master, details, screen), [master, details, screen]);
  const searched = useMemo(
    () => (rights === undefined ? [] : searchFields(screen, rights.isAdministrator, hidden)),
    [screen, rights, hidden],
  );
  if (rights === undefined) return null;
  return (
    <PagedList
      screen={screen}
      rights={rights}
      urlState={urlState}
      searched={searched}
      language={language}
      fixed={fixed}
      {...(details.read === undefined ? {} : { read: details.read })}
      preset={preset}
      hidden={hidden}
      isInner
      isPane={isPane}
    />
  );
}
