// The results of the menu search: screens of the menu, matches at the beginning of their name first (docs/specification.md §2).
import type { MenuItem } from "../../workspace/menu.ts";
import { beginsWithInitials, initialsOf } from "./initials.ts";

export interface MenuPage {
  readonly path: string;
  readonly label: string;
  readonly icon: string;
  /** The areas that it lies in, outermost first. */
  readonly areas: readonly string[];
}

/** How many screens are offered at once. */
const offered = 8;

/** The leaves of the menu that are screens of this application. */
export function pagesIn(menu: readonly MenuItem[], areas: readonly string[] = []): readonly MenuPage[] {
  return menu.flatMap((item) => {
    if (item.children.length > 0) return pagesIn(item.children, [...areas, item.label]);
    return item.path === undefined ? [] : [{ path: item.path, label: item.label, icon: item.icon, areas }];
  });
}

/** What a person types, and the beginning of its English plural: "factory" finds "Factories". */
function beginningsOf(text: string): readonly string[] {
  const typed = text.trim().toLowerCase();
  return typed.endsWith("y") ? [typed, `${typed.slice(0, -1)}ies`] : [typed];
}

/** How well a place fits: 0 its name begins so, 1 a word or its initials do, 2 the name holds it; undefined not at all. */
function rankOf(label: string, typed: string): number | undefined {
  const name = label.toLowerCase();
  if (name.startsWith(typed)) return 0;
  if (beginsWithInitials(initialsOf(label), typed) || name.split(/[\s/-]+/).some((word) => word.startsWith(typed))) return 1;
  return name.includes(typed) ? 2 : undefined;
}

/** What has a label that matches the text, best first and otherwise in its order. */
export function labelsFor<Labelled extends { readonly label: string }>(entries: readonly Labelled[], text: string): readonly Labelled[] {
  if (text.trim() === "") return [];
  const beginnings = beginningsOf(text);
  const ranked = entries.flatMap((entry) => {
    const ranks = beginnings.flatMap((typed) => rankOf(entry.label, typed) ?? []);
    return ranks.length === 0 ? [] : [{ entry, rank: Math.min(...ranks) }];
  });
  return ranked
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, offered)
    .map(({ entry }) => entry);
}

/** The pages that match the text, in the order of the menu where they match alike. */
export const pagesFor = (pages: readonly MenuPage[], text: string): readonly MenuPage[] => labelsFor(pages, text);

/** The pages whose name begins with the text, ignoring case (docs/specification.md §2). */
export function pagesBeginning(pages: readonly MenuPage[], text: string): readonly MenuPage[] {
  if (text.trim() === "") return [];
  const beginnings = beginningsOf(text);
  return pages.filter(({ label }) => beginnings.some((typed) => label.toLowerCase().startsWith(typed))).slice(0, offered);
}

/** The text without the word for adding before it: "新增工厂", "xzgc" and "new factory" mean the factory. */
export function withoutAdding(text: string, words: readonly string[]): string | undefined {
  const typed = text.trimStart().toLowerCase();
  const word = words.find((one) => typed.startsWith(one.toLowerCase()));
  return word === undefined ? undefined : typed.slice(word.length).trim();
}

/** The pages visited last that are still in the menu, without the current one. */
export function recentPagesIn(pages: readonly MenuPage[], recent: readonly string[], present: string): readonly MenuPage[] {
  return recent.flatMap((path) => (path === present ? [] : pages.filter((page) => page.path === path).slice(0, 1)));
}
