// The rules of the tab bar, on plain lists: what opens, what may close, what is shown afterwards (docs/specification.md §2, §4).
import { isRecord, textOf } from "../api/wire-data.ts";

export interface Tab {
  /** Path of the page. */
  readonly path: string;
  /** Search of its address, such as "?current=2", so that going back to it restores its state. */
  readonly search: string;
  /** Its last label; the menu's label in the current language takes precedence. */
  readonly label: string;
}

/** The page whose tab is always open (docs/specification.md §9). */
export const homePath = "/wel/index";

export const homeTab: Tab = { path: homePath, search: "", label: "" };

/** Error pages and redirects have no tabs (docs/specification.md §2, "unless tabs are disabled for it"). */
const untabbed: ReadonlySet<string> = new Set(["/", "/wel", "/403", "/404", "/500", "/lock", "/login"]);

export function hasTab(path: string): boolean {
  return !untabbed.has(path);
}

export function addressOfTab(tab: Pick<Tab, "path" | "search">): string {
  return tab.path + tab.search;
}

/** Appends a page that is not there; one that is keeps its place and takes over address and label. The same list when nothing changes. */
export function opened(tabs: readonly Tab[], tab: Tab): readonly Tab[] {
  const existing = tabs.find((one) => one.path === tab.path);
  if (existing === undefined) return [...tabs, tab];
  const label = tab.label === "" ? existing.label : tab.label;
  if (existing.search === tab.search && existing.label === label) return tabs;
  return tabs.map((one) => (one === existing ? { ...tab, label } : one));
}

/** Another page in the place of one: the next record in the tab of the one before. A page that is open already keeps its own place. */
export function swapped(tabs: readonly Tab[], path: string, other: string): readonly Tab[] {
  if (tabs.some((tab) => tab.path === other)) return tabs.filter((tab) => tab.path !== path);
  return tabs.map((tab) => (tab.path === path ? { ...tab, path: other, search: "" } : tab));
}

/** The last one stays, and so does home unless the first-page setting lets it go (docs/specification.md §4). */
export function mayClose(tabs: readonly Tab[], path: string, isHomeClosable: boolean): boolean {
  return tabs.length > 1 && (path !== homePath || isHomeClosable);
}

/** The tabs that "close others" takes away. */
export function othersOf(tabs: readonly Tab[], path: string): readonly Tab[] {
  return tabs.filter((tab) => tab.path !== path && tab.path !== homePath);
}

/**
 * The tab to show after some tabs are closed: the nearest remaining one before the active one, else the first; undefined when the active
 * one stays.
 */
export function shownAfter(tabs: readonly Tab[], closed: ReadonlySet<string>, active: string): Tab | undefined {
  if (!closed.has(active)) return undefined;
  const at = tabs.findIndex((tab) => tab.path === active);
  const stays = (tab: Tab) => !closed.has(tab.path);
  return tabs.slice(0, Math.max(at, 0)).findLast(stays) ?? tabs.find(stays) ?? homeTab;
}

/** A tag as the specification names its members (§3). */
export function tagOf(tab: Tab, isClosable: boolean): Readonly<Record<string, unknown>> {
  return {
    label: tab.label,
    value: tab.path,
    params: {},
    query: Object.fromEntries(new URLSearchParams(tab.search)),
    meta: {},
    group: [],
    close: isClosable,
  };
}

function tabOf(tag: Readonly<Record<string, unknown>>): Tab {
  const query = isRecord(tag["query"]) ? Object.entries(tag["query"]).map(([name, value]): [string, string] => [name, textOf(value)]) : [];
  const search = new URLSearchParams(query).toString();
  return { path: textOf(tag["value"]), search: search === "" ? "" : `?${search}`, label: textOf(tag["label"]) };
}

/** The tabs in storage; malformed, foreign and duplicate entries are dropped. */
export function tabsIn(content: unknown): readonly Tab[] {
  const stored = (Array.isArray(content) ? content : [])
    .filter(isRecord)
    .map(tabOf)
    .filter(({ path }) => /^\/(?![/\\])/.test(path) && hasTab(path));
  const tabs = stored.filter((tab, index) => stored.findIndex((one) => one.path === tab.path) === index);
  return tabs.length === 0 ? [homeTab] : tabs;
}

/** How many pages are remembered as visited. */
const recentCount = 8;

/** The pages visited last, newest first. */
export function withVisit(recent: readonly string[], path: string): readonly string[] {
  return recent[0] === path ? recent : [path, ...recent.filter((one) => one !== path)].slice(0, recentCount);
}
