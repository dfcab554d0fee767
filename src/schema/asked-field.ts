// A field as the dialog of an action asks it. By itself, because the browser needs it without the rest of what makes a screen.
import type { ScreenField } from "./screen.ts";

/** Without what only lists read: whether it is a column, how it is searched by and sorted. */
export function askedField({ list: _list, search: _search, sortable: _sortable, ...field }: ScreenField): ScreenField {
  return field;
}
