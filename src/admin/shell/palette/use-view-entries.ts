// Saved views of lists whose names hold what was typed, as entries of the palette.
import { useMemo } from "react";
import { useSavedViews } from "../../screens/views/saved-views.ts";
import { pagesFor, type MenuPage } from "./entries.ts";

/** How many are offered at once. */
const offered = 6;

interface ViewEntry {
  readonly key: string;
  readonly label: string;
  readonly hint: string;
  readonly icon: string;
  readonly to: string;
}

/** Views are found by the beginnings, words and initials of their names, as pages are. */
export function useViewEntries(typed: string, pages: readonly MenuPage[]): readonly ViewEntry[] {
  const saved = useSavedViews();
  return useMemo(() => {
    const entries = (saved?.views ?? []).flatMap((view): readonly (MenuPage & { readonly hint: string })[] => {
      const page = pages.find(({ path }) => path.split("/").at(-1) === view.listName);
      if (page === undefined) return [];
      return [{ ...page, path: `${page.path}?${new URLSearchParams({ view: view.id })}`, label: view.name, hint: page.label }];
    });
    const hints = new Map(entries.map(({ path, hint }) => [path, hint]));
    return pagesFor(entries, typed)
      .slice(0, offered)
      .map(({ path, label, icon }) => ({ key: path, label, hint: hints.get(path) ?? "", icon, to: path }));
  }, [saved, pages, typed]);
}
