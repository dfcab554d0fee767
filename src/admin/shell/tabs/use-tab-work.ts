// The tab commands: go to one, close some after confirming unsaved input, clear the cache.
import { useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useLocation, useNavigate } from "react-router-dom";
import { useFetchRead } from "../../data/queries/reads.ts";
import { hasUnsavedInput } from "../../forms/dialogs/unsaved-guard.ts";
import { useNotices } from "../../workspace/use-notices.ts";
import { settings } from "../../browser/settings.ts";
import { addressOfTab, homePath, othersOf, shownAfter, type Tab } from "../../workspace/tab-set.ts";
import { closeTabs, isClosable, openTabs, typedPages } from "../../workspace/tab-store.ts";

interface TabWork {
  readonly show: (tab: Tab) => void;
  readonly close: (path: string) => void;
  readonly closeOthers: (path: string) => void;
  readonly closeAll: () => void;
  readonly clearCache: () => void;
}

export function useTabWork(): TabWork {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const notices = useNotices();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const queries = useQueryClient();
  const read = useFetchRead();

  const take = (closed: ReadonlySet<string>, shown: Tab | undefined) => {
    if (shown !== undefined) void navigate(addressOfTab(shown));
    closeTabs(closed);
  };

  /** Closes tabs; asks once when unsaved input would be lost with them. */
  const askAndTake = (paths: readonly string[], shown: Tab | undefined) => {
    const closed = new Set(paths);
    const losing = paths.filter((path) => (path === pathname ? hasUnsavedInput() : typedPages().has(path)));
    if (losing.length === 0) {
      take(closed, shown);
      return;
    }
    modal.confirm({
      title: t("tabs.unsaved"),
      content: t("tabs.unsavedHint", { count: losing.length }),
      okText: t("tabs.closeAnyway"),
      cancelText: t("tabs.keepEditing"),
      okButtonProps: { danger: true },
      autoFocusButton: "cancel",
      onOk: () => take(closed, shown),
    });
  };

  const closeAll = () => {
    // Home opens in the place of all others, whether it was among them or not.
    const paths = openTabs()
      .map((tab) => tab.path)
      .filter((path) => path !== homePath);
    askAndTake(paths, pathname === homePath ? undefined : { path: homePath, search: "", label: "" });
  };

  return {
    show: (tab) => void navigate(addressOfTab(tab)),
    close(path) {
      if (isClosable(path)) askAndTake([path], shownAfter(openTabs(), new Set([path]), pathname));
      else notices.refused(t(path === homePath && openTabs().length > 1 ? "tabs.homeStays" : "tabs.lastStays"));
    },
    closeOthers(path) {
      const current = openTabs().find((tab) => tab.path === path);
      askAndTake(
        othersOf(openTabs(), path).map((tab) => tab.path),
        path === pathname || pathname === homePath ? undefined : current,
      );
    },
    closeAll,
    clearCache() {
      modal.confirm({
        title: t("tabs.clearCacheConfirm"),
        okText: t("common.ok"),
        cancelText: t("common.cancel"),
        onOk: async () => {
          try {
            await read({ path: settings.dialect.paths.clearCache });
            void queries.invalidateQueries();
            notices.done(t("tabs.cacheCleared"));
          } catch (error) {
            notices.failed(error);
          }
        },
      });
    },
  };
}
