// Says that what is shown may be old, for as long as it is: after a write not everything that it changed could be read anew.
import { useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { followRefreshes } from "../../data/queries/failed-refreshes.ts";

const key = "failed-refresh";

export function RefreshNotice(): null {
  const client = useQueryClient();
  const refreshes = useMemo(() => followRefreshes(client), [client]);
  const hasFailed = useSyncExternalStore(refreshes.subscribe, refreshes.has, refreshes.has);
  const { notification } = App.useApp();
  const { t } = useTranslation();
  useEffect(() => {
    if (!hasFailed) return undefined;
    notification.warning({
      key,
      message: null,
      description: t("common.maybeOld"),
      role: "alert",
      // It stays for as long as it is true.
      duration: 0,
      actions: (
        <button type="button" className="tm-notice-action" onClick={() => void refreshes.retry()}>
          {t("common.retry")}
        </button>
      ),
    });
    return () => notification.destroy(key);
  }, [hasFailed, notification, refreshes, t]);
  return null;
}
