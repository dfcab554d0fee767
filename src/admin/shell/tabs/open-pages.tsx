// The pages of all open tabs, one visible. Follows the router, and restores where a tab was left (issue "Shell", tabs that keep their
// state).
import { useContext, useEffect, useState, type ContextType, type ReactElement } from "react";
import { UNSAFE_LocationContext as LocationContext, useNavigate, useOutlet, type Location } from "react-router-dom";
import { hasUnsavedInput } from "../../forms/dialogs/unsaved-guard.ts";
import { flatMenu } from "../../workspace/menu.ts";
import { useWorkspace } from "../../workspace/workspace.ts";
import { Panel } from "./panel.tsx";
import { hasTab, type Tab } from "../../workspace/tab-set.ts";
import { recordTyped, openTab, typedPages, useTabs } from "../../workspace/tab-store.ts";

type RouterLocation = ContextType<typeof LocationContext>;

/** Pages kept mounted: 20 hidden lists take about as much memory as a picture. Pages with unsaved input stay beyond that limit. */
const maxCachedPages = 20;

interface CachedPage {
  readonly path: string;
  readonly outlet: ReactElement | null;
  readonly routerLocation: RouterLocation;
}

/**
 * The search that a page is shown with when the user comes to it from another. A plain link leads to where the tab was left; so does every
 * address while the tab has unsaved input, which it would discard. Back and forward are followed exactly.
 */
export function searchOnNavigation(location: Pick<Location, "search">, isStep: boolean, tab: Tab | undefined, isTyped: boolean): string {
  if (tab === undefined) return location.search;
  return isTyped || (!isStep && location.search === "") ? tab.search : location.search;
}

/** The pages with the one just shown at the end; beyond the limit the oldest go that hold nothing typed. */
export function withPage(pages: readonly CachedPage[], page: CachedPage, typed: ReadonlySet<string>): readonly CachedPage[] {
  const others = pages.filter((one) => one.path !== page.path);
  const spare = others.filter((one) => !typed.has(one.path)).slice(0, Math.max(0, others.length + 1 - maxCachedPages));
  return [...others.filter((one) => !spare.includes(one)), page];
}

interface Shown {
  readonly location: Location | undefined;
  readonly pages: readonly CachedPage[];
  /** The page that this one replaced on screen, and whether it has unsaved input. */
  readonly left: { readonly path: string; readonly isTyped: boolean } | undefined;
}

function next(old: Shown, routerLocation: RouterLocation, outlet: ReactElement | null, tabs: readonly Tab[]): Shown {
  const { location, navigationType } = routerLocation;
  const path = location.pathname;
  const typed = typedPages();
  const left =
    old.location === undefined || old.location.pathname === path ? undefined : { path: old.location.pathname, isTyped: hasUnsavedInput() };
  const search =
    left === undefined
      ? location.search
      : searchOnNavigation(
          location,
          navigationType === "POP",
          tabs.find((tab) => tab.path === path),
          typed.has(path),
        );
  const shown = search === location.search ? routerLocation : { ...routerLocation, location: { ...location, search } };
  const open = old.pages.filter((page) => page.path === left?.path || tabs.some((tab) => tab.path === page.path));
  const remaining = left?.isTyped === true ? new Set([...typed, left.path]) : typed;
  return { location, pages: withPage(open, { path, outlet, routerLocation: shown }, remaining), left };
}

const nothing: Shown = { location: undefined, pages: [], left: undefined };

export function OpenPages() {
  const outlet = useOutlet();
  const routerLocation = useContext(LocationContext);
  const navigate = useNavigate();
  const tabs = useTabs();
  const { menu } = useWorkspace();
  const [shown, setShown] = useState(nothing);
  let present = shown;
  if (shown.location !== routerLocation.location) {
    present = next(shown, routerLocation, outlet, tabs);
    setShown(present);
  }
  const { location } = routerLocation;
  const path = location.pathname;
  const search = present.pages.at(-1)?.routerLocation.location.search ?? location.search;
  const label = flatMenu(menu).find((item) => item.path === path)?.label ?? "";
  const { left } = present;
  useEffect(() => {
    if (left !== undefined) recordTyped(left.path, left.isTyped);
    recordTyped(path, false);
    openTab({ path, search, label });
    // The address determines what is shown; sharing or reloading it shows the same.
    // What the step says stays with it, such as the rows among which a record was opened.
    if (search !== location.search) void navigate({ pathname: path, search }, { replace: true, state: location.state });
  }, [left, path, search, label, location, navigate]);
  useEffect(() => {
    const beforeUnload = (event: BeforeUnloadEvent) => {
      if (typedPages().size > 0) event.preventDefault();
    };
    addEventListener("beforeunload", beforeUnload);
    return () => removeEventListener("beforeunload", beforeUnload);
  }, []);
  const isOpen = (page: CachedPage) => page.path === path || tabs.some((tab) => tab.path === page.path);
  // In a fixed order: a page that moves in the document loses its scroll place.
  return present.pages
    .filter(isOpen)
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    .map((page) => (
      <Panel
        key={page.path}
        {...page}
        isShown={page.path === path}
        isTabbed={hasTab(page.path) && tabs.some((tab) => tab.path === page.path)}
      />
    ));
}
