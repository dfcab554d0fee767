// The selected rows of a list. A separate store, so that a change renders one checkbox and the toolbar and not the table.
import { useSyncExternalStore } from "react";

export interface Selection {
  readonly has: (key: string) => boolean;
  readonly keys: () => readonly string[];
  readonly toggle: (key: string) => void;
  /** Selects exactly these. */
  readonly set: (keys: readonly string[]) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createSelection(): Selection {
  let selected: readonly string[] = [];
  let lookup: ReadonlySet<string> = new Set();
  const listeners = new Set<() => void>();
  const set = (keys: readonly string[]) => {
    if (keys.length === 0 && selected.length === 0) return;
    selected = keys;
    lookup = new Set(keys);
    for (const listener of [...listeners]) listener();
  };
  return {
    has: (key) => lookup.has(key),
    keys: () => selected,
    toggle: (key) => set(lookup.has(key) ? selected.filter((other) => other !== key) : [...selected, key]),
    set,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useIsSelected(selection: Selection, key: string): boolean {
  return useSyncExternalStore(
    selection.subscribe,
    () => selection.has(key),
    () => false,
  );
}

const nothing: readonly string[] = [];

export function useSelectedKeys(selection: Selection): readonly string[] {
  return useSyncExternalStore(selection.subscribe, selection.keys, () => nothing);
}
