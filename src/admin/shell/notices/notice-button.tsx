// The bell in the top bar, its pop-over, and the notice that was opened from it.
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../icons/icon.tsx";
import { Pop } from "../pop.tsx";
import { PartBoundary } from "../tools/part-boundary.tsx";
import "./notices.css";

const NoticePanel = lazy(() => import("./notice-panel.tsx"));
const NoticeDialog = lazy(() => import("./notice-dialog.tsx"));

export function NoticeButton() {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [opened, setOpened] = useState<string>();
  const label = t("notices.label");
  const open = (id: string) => {
    // A click in the dialog is one beside the pop-over.
    anchor?.focus();
    setAnchor(undefined);
    setOpened(id);
  };
  return (
    <>
      <button
        type="button"
        className="tm-icon-button"
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(anchor === undefined ? event.currentTarget : undefined)}
      >
        <Icon name="bell" size={17} />
      </button>
      <PartBoundary>
        {anchor !== undefined && (
          <Pop anchor={anchor} role="dialog" label={label} onClose={() => setAnchor(undefined)}>
            <Suspense fallback={<p className="tm-notices tm-notice-empty" role="status">{t("common.loading")}</p>}>
              <NoticePanel onOpen={open} />
            </Suspense>
          </Pop>
        )}
        {opened !== undefined && (
          <Suspense fallback={null}>
            <NoticeDialog id={opened} onClose={() => setOpened(undefined)} />
          </Suspense>
        )}
      </PartBoundary>
    </>
  );
}
