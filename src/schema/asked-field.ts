// A field as the dialog of an action asks it. By itself, because the browser needs it without the rest of what makes a screen.

interface ListMembers {
  readonly list?: unknown;
  readonly search?: unknown;
  readonly sortable?: unknown;
}

/** Without what only lists read of a screen's field: whether it is a column, how it is searched by and sorted. */
export function askedField<F extends ListMembers>({
  list: _list,
  search: _search,
  sortable: _sortable,
  ...field
}: F): Omit<F, keyof ListMembers> {
  return field;
}
