// The page of a resource: its screen is loaded when it is first opened, and shown to whoever may see it.
import { use, useMemo, useSyncExternalStore } from "react";
import { Navigate, useParams } from "react-router-dom";
import { inLanguage } from "../../schema/text.ts";
import { language } from "../i18n/index.ts";
import { mayOpen } from "../providers/access.ts";
import { loadList, onScreensReplaced, screensReplaced } from "../screens/load.ts";
import { ScreenList } from "../screens/screen-list.tsx";
import { flatMenu } from "../shell/menu.ts";
import { usePageTitle } from "../shell/page-title.ts";
import { useWorkspace } from "../shell/workspace.ts";
import { ErrorPage } from "./error-page.tsx";

export function ScreenPage() {
  const { area = "", name = "" } = useParams();
  // Only the development server replaces screens.
  useSyncExternalStore(onScreensReplaced, screensReplaced);
  const screen = use(loadList(name));
  const { person, menu } = useWorkspace();
  const menuCodes = useMemo(() => new Set(flatMenu(menu).map((item) => item.code)), [menu]);
  usePageTitle(screen === undefined ? "" : inLanguage(screen.label, language()));
  if (screen === undefined || screen.area !== area || screen.kind === "none") return <Navigate to="/404" replace />;
  if (!mayOpen(screen, person, menuCodes)) return <ErrorPage kind="forbidden" />;
  return <ScreenList key={screen.name} screen={screen} />;
}
