// The dictionaries in two layouts, both made of the generated screen: entries beside their dictionaries, or below them (specification §2).
import { use, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { addTexts } from "../i18n/index.ts";
import { mayOpen } from "../providers/access.ts";
import { loadList } from "../screen-models/load.ts";
import { ScreenList } from "../screens/screen-list.tsx";
import { flatMenu } from "../workspace/menu.ts";
import { usePageTitle } from "../workspace/page-title.ts";
import { useWorkspace } from "../workspace/workspace.ts";
import "./dictionary-page.css";
import { ErrorPage } from "../parts/error-page.tsx";
import { NotFoundPage } from "./not-found.ts";

const texts = addTexts("pages");
/** The resource whose screen the two fixed routes show; the one of the specification's dictionary screens. */
const resource = "dict";

/** Default export, because it is loaded as a part of its own. */
export default function DictionaryPage({ layout }: { readonly layout: "horizontal" | "vertical" }) {
  use(texts);
  const { t } = useTranslation();
  const screen = use(loadList(resource));
  const { person, menu } = useWorkspace();
  const menuCodes = useMemo(() => new Set(flatMenu(menu).map((item) => item.code)), [menu]);
  usePageTitle(t(`dictionaries.${layout}`));
  if (screen === undefined) return <NotFoundPage />;
  if (!mayOpen(screen, person, menuCodes)) return <ErrorPage kind="forbidden" />;
  return (
    <div className={`tm-dictionaries tm-dictionaries-${layout}`}>
      <ScreenList key={layout} screen={screen} />
    </div>
  );
}
