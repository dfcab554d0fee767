// The open tabs of this page and the pages visited last: kept over a reload, forgotten with the session (docs/specification.md §4).
import { useSyncExternalStore } from "react";
import { onSession, session } from "../api/session.ts";
import { readStored, removeStored, writeStored } from "../browser/storage.ts";
import { settings } from "../browser/settings.ts";
import { hasTab, homePath, homeTab, mayClose, opened, swapped, tabsIn, tagOf, withVisit, type Tab } from "./tab-set.ts";

const storedAs = { tabs: "tags", recent: "recentPages" } as const;

interface TabState {
  readonly tabs: readonly Tab[];
  readonly recent: readonly string[];
  /** Hidden pages with unsaved input. */
  readonly typed: ReadonlySet<string>;
}

function fresh(): TabState {
  return { tabs: [homeTab], recent: [], typed: new Set() };
}

function stored(): TabState {
  const recent: unknown = readStored(storedAs.recent)?.content;
  return {
    tabs: tabsIn(readStored(storedAs.tabs)?.content),
    recent: Array.isArray(recent) ? recent.filter((path) => typeof path === "string") : [],
    typed: new Set(),
  };
}

let owner = session()?.user.userId;
let state = owner === undefined ? fresh() : stored();
const listeners = new Set<() => void>();

function change(patch: Partial<TabState>): void {
  state = { ...state, ...patch };
  if (patch.tabs !== undefined)
    writeStored(
      storedAs.tabs,
      state.tabs.map((tab) => tagOf(tab, isClosable(tab.path))),
    );
  if (patch.recent !== undefined) writeStored(storedAs.recent, state.recent);
  for (const listener of [...listeners]) listener();
}

onSession(() => {
  const userId = session()?.user.userId;
  if (userId === owner) return;
  owner = userId;
  state = fresh();
  for (const name of Object.values(storedAs)) removeStored(name);
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The open tabs, in the order in which they were opened. */
export function openTabs(): readonly Tab[] {
  return state.tabs;
}

export function useTabs(): readonly Tab[] {
  return useSyncExternalStore(subscribe, openTabs);
}

/** Paths of the pages visited last, newest first. */
export function recentPages(): readonly string[] {
  return state.recent;
}

/** Whether the tab may be closed as things are. */
export function isClosable(path: string): boolean {
  return mayClose(state.tabs, path, settings.firstPage);
}

/** Adds the tab of a page with a name, or updates the address of an existing one. */
export function openTab(tab: Tab): void {
  if (owner === undefined || !hasTab(tab.path)) return;
  if (tab.label === "" && tab.path !== homePath && !state.tabs.some((one) => one.path === tab.path)) return;
  const tabs = opened(state.tabs, tab);
  const recent = tab.path === homePath ? state.recent : withVisit(state.recent, tab.path);
  if (tabs !== state.tabs || recent !== state.recent)
    change({ ...(tabs === state.tabs ? {} : { tabs }), ...(recent === state.recent ? {} : { recent }) });
}

/** Where the tab of a page leads to; undefined when it has none. */
export function searchOf(path: string): string | undefined {
  return state.tabs.find((tab) => tab.path === path)?.search;
}

/** Changes the address of a page's tab without showing it; the rendered page stays the same, and it does not count as a visit. */
export function moveTab(path: string, search: string): void {
  const current = state.tabs.find((tab) => tab.path === path);
  if (current !== undefined && current.search !== search) change({ tabs: opened(state.tabs, { ...current, search }) });
}

/** Shows another page in the tab of a page. */
export function swapTab(path: string, other: string): void {
  change({ tabs: swapped(state.tabs, path, other) });
}

/** Takes tabs away; home comes back when nothing would be left. */
export function closeTabs(paths: ReadonlySet<string>): void {
  const left = state.tabs.filter((tab) => !paths.has(tab.path));
  change({ tabs: left.length === 0 ? [homeTab] : left, typed: new Set([...state.typed].filter((path) => !paths.has(path))) });
}

/** Stores whether a page that is being hidden has unsaved input; a visible page is asked itself. */
export function recordTyped(path: string, isTyped: boolean): void {
  if (state.typed.has(path) === isTyped || (isTyped && !state.tabs.some((tab) => tab.path === path))) return;
  const typed = new Set(state.typed);
  if (isTyped) typed.add(path);
  else typed.delete(path);
  change({ typed });
}

/** Hidden pages with unsaved input. */
export function typedPages(): ReadonlySet<string> {
  return state.typed;
}
