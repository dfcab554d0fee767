// The shortcuts of a person, in the order they gave them; kept in this browser, with a choice of our own until they change something.
import { useMemo, useState } from "react";
import { partsOf } from "../../api/wire-data.ts";
import { readStored, removeStored, writeStored } from "../../browser/storage.ts";
import { flatMenu, type MenuItem } from "../../workspace/menu.ts";

/** More would be a second menu. */
export const maxShortcuts = 16;
const fewest = 8;

/** What most people come for; those a person has no menu entry of are passed over. */
const defaultScreens = [
  "code-gen-record",
  "code-set",
  "stock-in-doc",
  "stock-out-doc",
  "order",
  "consumer-scan-record",
  "attr-owner",
  "notice",
];

export interface Shortcut extends MenuItem {
  readonly path: string;
}

/** Every screen of our own in a menu, each path once. */
export function screensOf(menu: readonly MenuItem[]): readonly Shortcut[] {
  const byPath = new Map<string, Shortcut>();
  for (const item of flatMenu(menu))
    if (item.path !== undefined && item.embedded === undefined && !byPath.has(item.path))
      byPath.set(item.path, { ...item, path: item.path });
  return [...byPath.values()];
}

/** Our own choice: what most people come for, filled up with the first screens of the menu. */
export function initialShortcuts(screens: readonly Shortcut[]): readonly Shortcut[] {
  const chosen = defaultScreens.flatMap((code) => screens.filter((screen) => screen.code === code).slice(0, 1));
  return [...chosen, ...screens.filter((screen) => !chosen.includes(screen))].slice(0, fewest);
}

/** The shortcuts of stored paths; screens the user has lost are skipped, but stay stored in case access returns. */
export function shortcutsOf(screens: readonly Shortcut[], stored: readonly string[] | undefined): readonly Shortcut[] {
  if (stored === undefined) return initialShortcuts(screens);
  return stored.flatMap((path) => screens.filter((screen) => screen.path === path));
}

/** The list with one entry at another place. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const entry = list[from];
  if (entry === undefined || to < 0 || to >= list.length) return list;
  return list.toSpliced(from, 1).toSpliced(to, 0, entry);
}

interface StoredShortcuts {
  readonly screens: readonly Shortcut[];
  readonly shortcuts: readonly Shortcut[];
  readonly isOwn: boolean;
  readonly change: (next: readonly Shortcut[]) => void;
  readonly reset: () => void;
}

/** The person's shortcuts among the screens of their menu. */
export function useStoredShortcuts(userId: string, menu: readonly MenuItem[]): StoredShortcuts {
  const storedAs = `shortcuts.${userId}`;
  const [stored, setStored] = useState(() => {
    const content = readStored(storedAs)?.content;
    return Array.isArray(content) ? partsOf(content) : undefined;
  });
  const screens = useMemo(() => screensOf(menu), [menu]);
  const shortcuts = useMemo(() => shortcutsOf(screens, stored), [screens, stored]);
  return {
    screens,
    shortcuts,
    isOwn: stored !== undefined,
    change: (next) => {
      const gone = (stored ?? []).filter((path) => !screens.some((screen) => screen.path === path));
      const paths = [...next.map(({ path }) => path), ...gone];
      writeStored(storedAs, paths);
      setStored(paths);
    },
    reset: () => {
      removeStored(storedAs);
      setStored(undefined);
    },
  };
}
