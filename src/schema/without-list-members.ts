// A field in the dialog of an action. In its own module, because the browser needs it without the rest of the screen's code.

interface ListMembers {
  readonly list?: unknown;
  readonly search?: unknown;
  readonly sortable?: unknown;
}

/** Without what only lists read of a screen's field: whether it is a column, how it is searched by and sorted. */
export function withoutListMembers<F extends ListMembers>({
  list: _list,
  search: _search,
  sortable: _sortable,
  ...field
}: F): Omit<F, keyof ListMembers> {
  return field;
}
