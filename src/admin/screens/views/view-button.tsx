// The button beside the search of a list that names the saved view it shows, and opens the menu of views, which is loaded then.
import { lazy, Suspense, useState, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import type { ListViews } from "./use-list-views.ts";
import { isSameLook, type ListLook, type ViewContent } from "./view-content.ts";
import "./views.css";

const ViewMenu = lazy(() => import("./view-menu.tsx"));

interface ViewButtonProps {
  readonly listName: string;
  readonly views: ListViews;
  readonly look: ListLook;
}

export function ViewButton({ listName, views, look }: ViewButtonProps): ReactNode {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement>();
  // The menu stays with its dialogs once it was opened.
  const [isWanted, setWanted] = useState(false);
  const { current } = views;
  const content: ViewContent = { query: views.query, columns: look.columns, density: look.density, shape: look.shape };
  const isChanged = current !== undefined && (views.isQueryChanged || !isSameLook(look, current.content));
  const name = current?.name ?? t("list.noView");
  return (
    <>
      <button
        type="button"
        className="tm-link-button tm-views"
        data-commands=""
        aria-keyshortcuts="v"
        aria-label={t(isChanged ? "list.viewChanged" : "list.shownView", { name })}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={(event) => {
          setWanted(true);
          setAnchor(anchor === undefined ? event.currentTarget : undefined);
        }}
      >
        <span className="tm-views-name">{name}</span>
        {isChanged && <span className="tm-views-changed">{t("list.changedView")}</span>}
        <Icon name="down" size={12} />
      </button>
      {isWanted && (
        <Suspense>
          <ViewMenu
            listName={listName}
            views={views}
            content={content}
            isChanged={isChanged}
            anchor={anchor}
            onClose={() => setAnchor(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
