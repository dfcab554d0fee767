// A user's changes to a list's columns: order, visibility, widths and which are pinned, per resource. Stores only changes, so that a definition may grow.
import { useCallback, useSyncExternalStore } from "react";
import { isRecord, partsOf } from "../../api/wire-data.ts";
import { readStored, removeStored, writeStored } from "../../browser/storage.ts";

export interface ColumnPreferences {
  /** Names in the chosen order; other columns stay where the definition puts them. */
  readonly order: readonly string[];
  /** Name → shown; other columns follow the definition. */
  readonly shown: Readonly<Record<string, boolean>>;
  /** Names of columns that stay at the left while the others are scrolled. */
  readonly pinned: readonly string[];
  /** Name → px; other columns are as wide as their rows need. */
  readonly widths: Readonly<Record<string, number>>;
}

/** px, whoever sets the width of a column. */
export const [minColumnWidth, maxColumnWidth] = [48, 1200];

const none: ColumnPreferences = { order: [], shown: {}, pinned: [], widths: {} };
const cached = new Map<string, ColumnPreferences>();
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of [...listeners]) listener();
}

function storedAs(resource: string): string {
  return `columns.${resource}`;
}

const isWidth = (entry: [string, unknown]): entry is [string, number] =>
  typeof entry[1] === "number" && entry[1] >= minColumnWidth && entry[1] <= maxColumnWidth;

/** Preferences from storage; malformed or outdated parts are skipped. */
export function readPreferences(content: unknown): ColumnPreferences {
  if (!isRecord(content)) return none;
  const shown = isRecord(content["shown"]) ? content["shown"] : {};
  return {
    order: partsOf(content["order"]),
    pinned: partsOf(content["pinned"]),
    widths: Object.fromEntries(Object.entries(isRecord(content["widths"]) ? content["widths"] : {}).filter(isWidth)),
    shown: Object.fromEntries(Object.entries(shown).filter((entry): entry is [string, boolean] => typeof entry[1] === "boolean")),
  };
}

function preferencesOf(resource: string): ColumnPreferences {
  let preferences = cached.get(resource);
  if (preferences === undefined) {
    preferences = readPreferences(readStored(storedAs(resource))?.content);
    cached.set(resource, preferences);
  }
  return preferences;
}

/** Stores preferences; undefined forgets them. */
function keep(resource: string, preferences: ColumnPreferences | undefined): void {
  cached.set(resource, preferences ?? none);
  if (preferences === undefined) removeStored(storedAs(resource));
  else writeStored(storedAs(resource), preferences);
  notify();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The preferences for a resource's list, and how to change them (undefined: back to the definition). */
export function useColumnPreferences(resource: string): readonly [ColumnPreferences, (next: ColumnPreferences | undefined) => void] {
  const preferences = useSyncExternalStore(
    subscribe,
    () => preferencesOf(resource),
    () => none,
  );
  const change = useCallback((next: ColumnPreferences | undefined) => keep(resource, next), [resource]);
  return [preferences, change];
}

/**
 * The names in the chosen order. A name without a chosen position follows its neighbour of the definition, so that a new column appears
 * where its author put it; unknown names are skipped.
 */
export function arranged(names: readonly string[], order: readonly string[]): readonly string[] {
  const wished = order.filter((name, index) => names.includes(name) && order.indexOf(name) === index);
  if (wished.length === 0) return names;
  const result = [...wished];
  names.forEach((name, index) => {
    if (result.includes(name)) return;
    const before = names.slice(0, index).findLast((other) => result.includes(other));
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, name);
  });
  return result;
}
