// How a list looks: without a view as the person likes their lists, in a view as that has it, until they change it. Changes to a view stay in
// the tab of the browser until they are saved or the view is opened anew.
import { useMemo, useSyncExternalStore } from "react";
import { isRecord } from "../../api/wire-data.ts";
import { readStored, removeStored, writeStored } from "../../browser/storage.ts";
import { useColumnPreferences, type ColumnPreferences } from "../table/column-preferences.ts";
import { changeDensity, useDensity, type Density } from "../table/density.ts";
import { useShapePreference, type ListShape } from "../table/list-layout.ts";
import { readContent, type ListLook } from "./view-content.ts";
import type { SavedView } from "./saved-views.ts";

const cached = new Map<string, ListLook | undefined>();
const listeners = new Set<() => void>();

const storedAs = (view: string): string => `view.${view}`;

function changedLook(view: string): ListLook | undefined {
  if (!cached.has(view)) {
    const content = readStored(storedAs(view), "session")?.content;
    cached.set(view, isRecord(content) ? readContent(content) : undefined);
  }
  return cached.get(view);
}

function keep(view: string, look: ListLook): void {
  cached.set(view, look);
  writeStored(storedAs(view), look, Date.now(), "session");
  for (const listener of [...listeners]) listener();
}

/** The view looks as it was saved again. */
export function forgetLook(view: string): void {
  if (changedLook(view) === undefined) return;
  cached.set(view, undefined);
  removeStored(storedAs(view), "session");
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export interface ChangeableLook extends ListLook {
  /** Undefined: back to the view, or to the definition. */
  readonly changeColumns: (next: ColumnPreferences | undefined) => void;
  readonly changeDensity: (next: Density) => void;
  /** Undefined: what the list begins with. */
  readonly changeShape: (next: ListShape | undefined) => void;
}

export function useListLook(resource: string, view: SavedView | undefined): ChangeableLook {
  const [columns, changeColumns] = useColumnPreferences(resource);
  const density = useDensity();
  const [shape, changeShape] = useShapePreference(resource);
  const changed = useSyncExternalStore(
    subscribe,
    () => (view === undefined ? undefined : changedLook(view.id)),
    () => undefined,
  );
  return useMemo(() => {
    if (view === undefined) return { columns, density, shape, changeColumns, changeDensity, changeShape };
    const { id, content } = view;
    const look: ListLook = changed ?? content;
    return {
      columns: look.columns,
      density: look.density,
      shape: look.shape,
      changeColumns: (next) => keep(id, { ...look, columns: next ?? content.columns }),
      changeDensity: (next) => keep(id, { ...look, density: next }),
      changeShape: (next) => keep(id, { ...look, shape: next }),
    };
  }, [view, changed, columns, density, shape, changeColumns, changeShape]);
}
