// Hears what the server tells for as long as the person is there, and has asked for anew what goes on by itself: jobs and messages. Lists and
// records that are open say what has changed, and wait to be asked.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { settings } from "../../browser/settings.ts";
import { session } from "../../api/session.ts";
import { isAudit, resourceWrittenBy } from "../queries/query-client.ts";
import { beginLive, takeLive, type LiveMessage } from "./live-events.ts";
import { noteOwnWrite } from "./own-writes.ts";

/** The page's own requests come first. */
const patienceMs = 2_000;

export function LiveWatch(): null {
  const client = useQueryClient();
  useEffect(() => {
    if (!settings.live) return undefined;
    beginLive();
    const leaving = new AbortController();
    const { tenantId = "", user } = session() ?? {};
    const name = `tracemark-live ${tenantId} ${user?.userId ?? ""}`;
    // At once: another window may have the connection already.
    const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(name);
    channel?.addEventListener("message", ({ data }: MessageEvent<LiveMessage>) => takeLive(data));
    const timer = setTimeout(() => {
      // Without it, as after an update of the server, the page asks now and then.
      void import("./live-connection.ts").then(
        ({ connectLive }) => leaving.signal.aborted || connectLive(name, channel, leaving.signal),
        () => undefined,
      );
    }, patienceMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
      channel?.close();
    };
  }, []);
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type !== "updated" || event.action.type !== "success" || isAudit(event.mutation)) return;
        const written = resourceWrittenBy(event.mutation.state.variables);
        if (written !== undefined) noteOwnWrite(written.resource);
      }),
    [client],
  );
  return null;
}
