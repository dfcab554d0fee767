// The page of a resource: the menu's screen at the address, or the resource that it names. Its screen is loaded when it is first opened,
// and requires the permission to list it.
import { use, useSyncExternalStore } from "react";
import { Navigate, useLocation, useParams } from "react-router-dom";
import { useRights } from "../access/use-rights.ts";
import { language } from "../i18n/index.ts";
import type { ListViewModel } from "../data/screen-models/view-models.ts";
import { listName } from "../data/screen-models/list-name.ts";
import { loadList, onScreensReplaced, screensReplaced } from "../data/screen-models/load.ts";
import { ScreenList } from "../screens/screen-list.tsx";
import { leafAt } from "../workspace/menu.ts";
import { usePageTitle } from "../workspace/page-title.ts";
import { useWorkspace } from "../workspace/workspace.ts";
import { ErrorPage } from "../ui/states/error-page.tsx";
import { handMadePage } from "./page-registry.ts";

/** The list, for users who may open it. */
function GuardedList({ screen }: { readonly screen: ListViewModel }) {
  const rights = useRights(screen);
  if (rights === undefined) return null;
  if (!rights.list) return <ErrorPage kind="forbidden" />;
  const Page = screen.page === undefined ? undefined : handMadePage(screen.page);
  return Page === undefined ? <ScreenList screen={screen} rights={rights} /> : <Page screen={screen} rights={rights} />;
}

export function ScreenPage() {
  const { area = "", name = "" } = useParams();
  const { pathname, search } = useLocation();
  const { menu } = useWorkspace();
  // An address of the menu shows the screen of its entry, whatever the back-end calls the address.
  const leaf = leafAt(menu, pathname);
  const code = leaf?.code ?? name;
  // Only the development server replaces screens.
  useSyncExternalStore(onScreensReplaced, screensReplaced);
  const screen = use(loadList(code));
  const isElsewhere = leaf === undefined && screen?.area !== area;
  const shown = isElsewhere || screen?.kind === "none" || screen?.kind === "dialog" ? undefined : screen;
  usePageTitle(shown === undefined ? "" : listName(shown, language()));
  if (leaf?.path !== undefined && leaf.path !== pathname) return <Navigate to={leaf.path + search} replace />;
  return shown === undefined ? <Navigate to="/404" replace /> : <GuardedList key={shown.name} screen={shown} />;
}
