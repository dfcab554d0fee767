// Says that the server is out of reach, for as long as it is: what is open stays, and what is missing comes by itself. Below it, what else is
// wrong with the server.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { failureOf } from "../../api/failure.ts";
import { isOffline, onConnection, untilReachable } from "../../browser/connection.ts";

export function OfflineBar({ children }: { readonly children?: ReactNode }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const isAway = useSyncExternalStore(onConnection, isOffline, () => false);
  useEffect(() => {
    if (!isAway) return;
    // What is in sight and did not get through is read anew.
    void untilReachable().then(() =>
      client.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" && failureOf(state.error).code === 0 }),
    );
  }, [isAway, client]);
  return (
    <div className="tm-offline" aria-live="polite">
      {/* Without an icon: it could not be loaded now. */}
      {isAway && <p>{t("connection.offline")}</p>}
      {children}
    </div>
  );
}
