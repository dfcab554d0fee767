// The bell in the top bar with the number of unread notices and messages, its pop-over, and the notice that was opened from it.
import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { badgeText } from "../../log/use-log.ts";
import { flatMenu } from "../../workspace/menu.ts";
import { PopButton } from "../../ui/panels/pop-button.tsx";
import { Pop } from "../../ui/panels/pop.tsx";
import { PartBoundary } from "../../ui/states/part-boundary.tsx";
import { useWorkspace } from "../../workspace/workspace.ts";
import { usePollNews } from "./poll-news.ts";
import { useNews } from "../../workspace/news/news.ts";
import { onBellOpen } from "../../workspace/news/open-bell.ts";
import "./notices.css";

const NoticePanel = lazy(() => import("./notice-panel.tsx"));
const NoticeDialog = lazy(() => import("./notice-dialog.tsx"));

export function NoticeButton() {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<string>();
  const { person, menu } = useWorkspace();
  const { userId } = person.user;
  const mayRead = useMemo(() => flatMenu(menu).some(({ code }) => code === "notice"), [menu]);
  usePollNews(userId, mayRead);
  const { unread, messages, count, open: markRead } = useNews(userId);
  const label = count === 0 ? t("notices.label") : t("notices.labelUnread", { count });
  return (
    <>
      <PopButton
        label={label}
        opens="dialog"
        onOpen={onBellOpen}
        className="tm-icon-button tm-tool"
        face={
          <>
            <Icon name="bell" size={17} />
            {count > 0 && <span className="tm-badge" data-text={badgeText(count)} />}
          </>
        }
      >
        {(anchor, close) => {
          const open = (id: string) => {
            // A click in the dialog is outside of the pop-over.
            anchor.focus();
            close();
            setOpened(id);
            markRead(id);
          };
          return (
            <PartBoundary>
              <Pop anchor={anchor} role="dialog" label={t("notices.label")} onClose={close}>
                <Suspense
                  fallback={
                    <p className="tm-notices tm-notice-empty" role="status">
                      {t("common.loading")}
                    </p>
                  }
                >
                  <NoticePanel unread={unread} messages={messages} onOpen={open} onLeave={close} />
                </Suspense>
              </Pop>
            </PartBoundary>
          );
        }}
      </PopButton>
      <PartBoundary>
        {opened !== undefined && (
          <Suspense fallback={null}>
            <NoticeDialog id={opened} onClose={() => setOpened(undefined)} />
          </Suspense>
        )}
      </PartBoundary>
    </>
  );
}
