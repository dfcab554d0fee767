// The dictionaries in two layouts of the generated screen: entries next to their dictionaries, or below them (docs/specification.md §2).
import { use, type ReactNode } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { useRights } from "../access/use-rights.ts";
import { addTexts } from "../i18n/index.ts";
import type { ListViewModel } from "../data/screen-models/view-models.ts";
import { loadList } from "../data/screen-models/load.ts";
import { ScreenList } from "../screens/screen-list.tsx";
import { usePageTitle } from "../workspace/page-title.ts";
import { ErrorPage } from "../ui/states/error-page.tsx";
import { NotFoundPage } from "../ui/states/not-found.ts";

const texts = addTexts("pages");
/** The resource of the two fixed routes; the one of the specification's dictionary screens. */
const resource = "dict";

type Layout = "horizontal" | "vertical";

function Dictionaries({ screen, layout }: { readonly screen: ListViewModel; readonly layout: Layout }): ReactNode {
  const rights = useRights(screen);
  if (rights === undefined) return null;
  if (!rights.list) return <ErrorPage kind="forbidden" />;
  return <ScreenList key={layout} screen={screen} rights={rights} lines={layout === "horizontal" ? "half" : "below"} />;
}

/** Default export, because it is loaded lazily. */
export default function DictionaryPage({ layout }: { readonly layout: Layout }) {
  use(texts);
  const { t } = useTranslation();
  const screen = use(loadList(resource));
  usePageTitle(t(`dictionaries.${layout}`));
  return screen === undefined ? <NotFoundPage /> : <Dictionaries screen={screen} layout={layout} />;
}
